/** The side view: a page that is loaded once, and whose content is replaced. */

import { randomBytes } from "node:crypto";
import * as vscode from "vscode";

export const VIEW = "twinproof.view";

/** What the page says. */
export type Said = { kind: "ready" } | { kind: "line"; line: number } | { kind: "action"; action: string } | { kind: "back" };

export class SideView implements vscode.WebviewViewProvider {
  private view: vscode.WebviewView | undefined;
  private content = "";
  private readonly heard = new vscode.EventEmitter<Said>();
  private readonly seen = new vscode.EventEmitter<void>();
  readonly onSaid = this.heard.event;
  /** It has come to be visible, and wants to know what to show. */
  readonly onShown = this.seen.event;

  constructor(private readonly extension: vscode.Uri) {}

  get visible(): boolean {
    return this.view?.visible ?? false;
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    const media = vscode.Uri.joinPath(this.extension, "media");
    this.view = view;
    view.webview.options = { enableScripts: true, localResourceRoots: [media] };
    view.webview.html = shell(view.webview, media);
    view.webview.onDidReceiveMessage((said: Said) => {
      if (said.kind === "ready") this.post();
      this.heard.fire(said);
    });
    view.onDidChangeVisibility(() => view.visible && this.seen.fire());
    view.onDidDispose(() => (this.view = undefined));
    this.seen.fire();
  }

  /** Show something else; what is shown already stays as it is. */
  show(content: string): void {
    this.busy(false);
    if (content !== this.content) {
      this.content = content;
      this.post();
    }
  }

  /** Say that an answer takes some time. */
  busy(is: boolean): void {
    void this.view?.webview.postMessage({ kind: "busy", is });
  }

  private post(): void {
    void this.view?.webview.postMessage({ kind: "show", content: this.content });
  }
}

function shell(webview: vscode.Webview, media: vscode.Uri): string {
  const nonce = randomBytes(16).toString("hex");
  const [style, script] = ["view.css", "view.js"].map((name) => webview.asWebviewUri(vscode.Uri.joinPath(media, name)));
  const policy = `default-src 'none'; style-src ${webview.cspSource}; script-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width">
<link rel="stylesheet" href="${style}">
<title>Twinproof</title>
</head>
<body>
<div id="busy" role="status" aria-live="polite" hidden>running the proof script …</div>
<main id="content" aria-live="polite"></main>
<script nonce="${nonce}" src="${script}"></script>
</body>
</html>`;
}
