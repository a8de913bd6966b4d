import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { EventEmitter, FakeWebviewView, install, Uri } from "./fake-vscode";

/** A workspace whose virtual environment has a twinproof. */
const FOLDER = mkdtempSync(join(tmpdir(), "twinproof-"));
const COMMAND = join(FOLDER, ".venv", "bin", "twinproof");
mkdirSync(join(FOLDER, ".venv", "bin"), { recursive: true });
writeFileSync(COMMAND, "");

type Action = (...given: unknown[]) => unknown;

const commands = new Map<string, Action>();
const executed: string[] = [];
const warned: string[] = [];
const config: Record<string, unknown> = {};
const page = new FakeWebviewView();
const event = () => new EventEmitter<unknown>().event;
const document = {
  uri: Uri.file("/a.py"),
  languageId: "python",
  lineCount: 9,
  lineAt: (line: number) => ({ lineNumber: line, firstNonWhitespaceCharacterIndex: 4 }),
};
const editor = { document, selection: { active: { line: 2, character: 1 } }, revealRange: () => undefined };
let pages: { provideTextDocumentContent(uri: Uri): Promise<string> } | undefined;

const vscode = {
  EventEmitter,
  Uri,
  Position: class {
    constructor(readonly line: number, readonly character: number) {}
  },
  Selection: class {
    constructor(readonly anchor: unknown, readonly active: unknown) {}
  },
  Range: class {},
  TextEditorRevealType: { InCenterIfOutsideViewport: 2 },
  commands: {
    registerCommand: (name: string, action: Action) => (commands.set(name, action), { dispose: () => undefined }),
    executeCommand: (name: string, ...given: unknown[]) => {
      executed.push([name, ...given.map(String)].join(" "));
      return Promise.resolve(commands.get(name)?.(...given));
    },
  },
  window: {
    activeTextEditor: editor,
    visibleTextEditors: [],
    createOutputChannel: () => ({ info: () => undefined, error: () => undefined, show: () => undefined }),
    registerWebviewViewProvider: (_: string, provider: { resolveWebviewView(view: unknown): void }) =>
      provider.resolveWebviewView(page),
    onDidChangeTextEditorSelection: event(),
    onDidChangeActiveTextEditor: event(),
    showTextDocument: () => Promise.resolve(editor),
    showWarningMessage: (text: string) => (warned.push(text), Promise.resolve(undefined)),
  },
  workspace: {
    workspaceFolders: [{ uri: Uri.file(FOLDER) }],
    getConfiguration: () => ({ get: (name: string, otherwise: unknown) => config[name] ?? otherwise }),
    onDidChangeTextDocument: event(),
    onDidChangeConfiguration: event(),
    openTextDocument: () => Promise.resolve(document),
    registerTextDocumentContentProvider: (_: string, given: typeof pages) => (pages = given),
    fs: { readFile: () => Promise.resolve(new TextEncoder().encode("## TP201 no\nthis\n## TP202 no\nthat")) },
  },
  languages: { onDidChangeDiagnostics: event() },
  extensions: { getExtension: () => undefined },
};

const GOALS = { line: 3, reached: true, problem: null, proofs: [{ title: "count", summary: "", proved: true, goals: [] }] };
const made: { server: unknown; options: { initializationOptions: { pages: string } }; stopped: boolean }[] = [];
const asked: [string, unknown][] = [];

class LanguageClient {
  state = 2;
  readonly code2ProtocolConverter = { asUri: String };
  readonly onDidChangeState = event();
  private readonly record: (typeof made)[number];
  constructor(_id: string, _name: string, server: unknown, options: (typeof made)[number]["options"]) {
    made.push((this.record = { server, options, stopped: false }));
  }
  start(): Promise<void> {
    return Promise.resolve();
  }
  stop(): Promise<void> {
    this.record.stopped = true;
    return Promise.resolve();
  }
  sendRequest(method: string, params: unknown): Promise<unknown> {
    asked.push([method, params]);
    return Promise.resolve(method === "twinproof/goals" ? GOALS : { script: true });
  }
}

install({ vscode, "vscode-languageclient/node": { LanguageClient, State: { Running: 2 } } });

const shown = () => page.posted.filter((message) => message.kind === "show").at(-1)?.content ?? "";
const later = () => new Promise<void>((resolve) => setTimeout(resolve, 300));

test("from activation to the goals of a script, and to the end", async () => {
  const { activate, deactivate } = await import("../src/extension");
  await activate({ extensionUri: Uri.file("/extension"), subscriptions: [] } as never);
  assert.deepEqual(made.map((one) => one.server), [{ command: COMMAND, args: ["lsp"] }]);
  assert.equal(made[0]?.options.initializationOptions.pages, "command:twinproof.page?%5B%22{code}%22%5D");

  await later();
  const params = { textDocument: { uri: "file:///a.py" }, position: { line: 2, character: 1 } };
  assert.deepEqual(asked, [["twinproof/explain", params]]);
  assert.match(shown(), /data-action="run"/);

  page.said.fire({ kind: "action", action: "run" });
  await later();
  assert.deepEqual(asked.at(-1), ["twinproof/goals", params]);
  assert.match(shown(), /badge proved/);

  await commands.get("twinproof.explain")?.("file:///a.py", 6);
  assert.deepEqual({ ...editor.selection.active }, { line: 6, character: 4 });
  assert.ok(executed.includes("twinproof.view.focus"));
  page.said.fire({ kind: "back" });
  assert.equal(executed.at(-1), "workbench.action.focusActiveEditorGroup");

  await commands.get("twinproof.page")?.("TP201");
  assert.equal(executed.at(-1), "markdown.showPreview twinproof:///TP201.md");
  assert.equal(await pages?.provideTextDocumentContent(Uri.parse("twinproof:///TP201.md")), "## TP201 no\nthis");

  await commands.get("twinproof.restart")?.();
  assert.deepEqual(made.map((one) => one.stopped), [true, false]);
  await deactivate();
  assert.deepEqual(made.map((one) => one.stopped), [true, true]);
});

test("where there is no twinproof, that is said once, with what to do", async () => {
  vscode.workspace.workspaceFolders = [];
  process.env["PATH"] = "";
  await commands.get("twinproof.restart")?.();
  assert.equal(warned.length, 1);
  assert.match(warned[0] ?? "", /was not found.*pip install 'twinproof\[lsp\]'/);
  await later();
  assert.match(shown(), /not running/);
});
