import assert from "node:assert/strict";
import { test } from "node:test";
import { EventEmitter, FakeWebviewView, install, Uri } from "./fake-vscode";

install({ vscode: { EventEmitter, Uri } });

async function opened() {
  const { SideView } = await import("../src/view");
  const side = new SideView(Uri.file("/extension") as never);
  const page = new FakeWebviewView();
  const said: unknown[] = [];
  let shown = 0;
  side.onSaid((message) => said.push(message));
  side.onShown(() => shown++);
  side.resolveWebviewView(page as never);
  return { side, page, said, shown: () => shown };
}

test("the page loads its own script and styles, and nothing else", async () => {
  const { page } = await opened();
  const { html } = page.webview;
  const nonce = /script-src 'nonce-([0-9a-f]{32})'/.exec(html)?.[1];
  assert.ok(nonce);
  assert.match(html, /default-src 'none'; style-src vscode-resource:; script-src/);
  assert.ok(html.includes(`<script nonce="${nonce}" src="file:///extension/media/view.js">`));
  assert.doesNotMatch(html, /unsafe-inline|unsafe-eval/);
});

test("content is posted when it changes, and again to a page that was loaded anew", async () => {
  const { side, page } = await opened();
  side.show("<p>one</p>");
  side.show("<p>one</p>");
  const contents = () => page.posted.filter((message) => message.kind === "show").map((message) => message.content);
  assert.deepEqual(contents(), ["<p>one</p>"]);
  page.said.fire({ kind: "ready" });
  assert.deepEqual(contents(), ["<p>one</p>", "<p>one</p>"]);
  side.busy(true);
  side.show("<p>two</p>");
  assert.deepEqual(page.posted.filter((message) => message.kind === "busy").map((message) => message.is), [false, false, true, false]);
});

test("what is pressed is told, and a view that is looked at again asks what to show", async () => {
  const { side, page, said, shown } = await opened();
  page.said.fire({ kind: "line", line: 7 });
  assert.deepEqual(said, [{ kind: "line", line: 7 }]);
  assert.equal(shown(), 1);
  page.visible = false;
  page.visibility.fire();
  assert.deepEqual([shown(), side.visible], [1, false]);
  page.visible = true;
  page.visibility.fire();
  assert.deepEqual([shown(), side.visible], [2, true]);
  page.disposal.fire();
  assert.equal(side.visible, false);
  side.show("<p>nobody sees this</p>");
});
