/** The extension: starts the language server and shows what it says. All that is known about proofs, the server knows. */

import { statSync } from "node:fs";
import { homedir } from "node:os";
import * as vscode from "vscode";
import { LanguageClient, State } from "vscode-languageclient/node";
import { Latest } from "./follow";
import { locate, type Surroundings } from "./locate";
import { linked, pageOf, partOf } from "./pages";
import * as render from "./render";
import { type Place, type Running, Teller } from "./teller";
import { SideView, VIEW } from "./view";

const WAIT = 120; // milliseconds in which a cursor that moves on is not asked about
const PYTHON = "ms-python.python";

let client: LanguageClient | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const log = vscode.window.createOutputChannel("Twinproof", { log: true });
  const view = new SideView(context.extensionUri);
  const server = {
    request: <T>(method: string, at: Place) =>
      client?.state === State.Running
        ? client.sendRequest<T | null>(method, { textDocument: { uri: at.uri }, position: { line: at.line, character: at.character } })
        : undefined,
  };
  const running = () => settings().get<Running>("runProofScripts", "ask");
  const teller = new Teller(server, running, () => view.busy(true));
  let shown: string | undefined; // the text that the view is about

  const follow = new Latest<Place | undefined, string>(
    (place) => teller.tell(place),
    (content, place) => {
      shown = place?.uri;
      view.show(content);
    },
    (problem) => {
      log.error(String(problem));
      view.show(render.message("Something went wrong", String(problem)));
    },
    WAIT,
  );

  /** What the view is about is where the cursor is; a look at something else, such as the log, changes nothing. */
  const look = () => {
    const place = cursor();
    if (view.visible && (place !== undefined || shown === undefined)) follow.wish(place);
  };

  const restart = async () => {
    await client?.stop();
    client = await started(log);
    client?.onDidChangeState(look);
    look();
  };

  context.subscriptions.push(
    log,
    vscode.window.registerWebviewViewProvider(VIEW, view),
    view.onShown(look),
    view.onSaid((said) => {
      if (said.kind === "line" && shown !== undefined) void reveal(shown, said.line - 1, true);
      if (said.kind === "back") void vscode.commands.executeCommand("workbench.action.focusActiveEditorGroup");
      if (said.kind === "action" && said.action === "run") void vscode.commands.executeCommand("twinproof.runScript");
    }),
    vscode.window.onDidChangeTextEditorSelection(look),
    vscode.window.onDidChangeActiveTextEditor(look),
    vscode.workspace.onDidChangeTextDocument((change) => change.document === vscode.window.activeTextEditor?.document && look()),
    vscode.languages.onDidChangeDiagnostics((change) => change.uris.some((uri) => uri.toString() === shown) && look()),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("twinproof.command")) void restart();
      if (change.affectsConfiguration("twinproof.runProofScripts")) look();
    }),
    vscode.commands.registerCommand("twinproof.explain", async (uri: string, line: number) => {
      await reveal(uri, line, false);
      await vscode.commands.executeCommand(`${VIEW}.focus`);
      look();
    }),
    vscode.commands.registerCommand("twinproof.show", () => vscode.commands.executeCommand(`${VIEW}.focus`)),
    vscode.commands.registerCommand("twinproof.runScript", async () => {
      const place = cursor();
      if (place === undefined) return;
      teller.allow(place.uri);
      await vscode.commands.executeCommand(`${VIEW}.focus`);
      look();
    }),
    vscode.commands.registerCommand("twinproof.restart", restart),
    vscode.commands.registerCommand("twinproof.log", () => log.show()),
    vscode.commands.registerCommand("twinproof.page", openPage),
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, pages(context.extensionUri)),
  );
  await followInterpreter(context, restart);
  await restart();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
  client = undefined;
}

function settings(): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration("twinproof");
}

function cursor(): Place | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || editor.document.languageId !== "python") return undefined;
  const { line, character } = editor.selection.active;
  return { uri: client?.code2ProtocolConverter.asUri(editor.document.uri) ?? editor.document.uri.toString(), line, character };
}

/** Put the cursor into a line (from zero). */
async function reveal(uri: string, line: number, focus: boolean): Promise<void> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
  const text = document.lineAt(Math.min(line, document.lineCount - 1));
  const place = new vscode.Position(text.lineNumber, text.firstNonWhitespaceCharacterIndex);
  const editor = await vscode.window.showTextDocument(document, { preserveFocus: !focus, viewColumn: columnOf(uri) });
  editor.selection = new vscode.Selection(place, place);
  editor.revealRange(new vscode.Range(place, place), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

function columnOf(uri: string): vscode.ViewColumn | undefined {
  return vscode.window.visibleTextEditors.find((editor) => editor.document.uri.toString() === uri)?.viewColumn;
}

/** The parts of the pages that come with the extension, each as a text of its own: twinproof:/TP201.md */
const pages = (extension: vscode.Uri): vscode.TextDocumentContentProvider => ({
  async provideTextDocumentContent(uri) {
    const page = pageOf(codeOf(uri));
    const file = vscode.Uri.joinPath(extension, "dist", "pages", page.file);
    return linked(partOf(new TextDecoder().decode(await vscode.workspace.fs.readFile(file)), page.heading), page.file);
  },
});

const SCHEME = "twinproof";

function codeOf(uri: vscode.Uri): string {
  return uri.path.replace(/^\//, "").replace(/\.md$/, "");
}

function openPage(code: string): Thenable<unknown> {
  return vscode.commands.executeCommand("markdown.showPreview", vscode.Uri.from({ scheme: SCHEME, path: `/${code}.md` }));
}

// --------------------------------------------------------------------------------------------------------- the server

async function started(log: vscode.LogOutputChannel): Promise<LanguageClient | undefined> {
  const located = locate(await surroundings());
  if (located === undefined) {
    void notFound("Twinproof was not found in this workspace, in the interpreter of the Python extension, or on the search path.");
    return undefined;
  }
  log.info(`${located.command}, from ${located.because}`);
  const made = new LanguageClient(
    "twinproof",
    "Twinproof",
    { command: located.command, args: located.args },
    {
      documentSelector: [{ scheme: "file", language: "python" }],
      outputChannel: log,
      initializationOptions: { pages: "command:twinproof.page?%5B%22{code}%22%5D" },
    },
  );
  try {
    await made.start();
    return made;
  } catch (problem) {
    log.error(String(problem));
    void notFound(`The language server of Twinproof does not start: ${located.command} (from ${located.because}).`);
    return undefined;
  }
}

async function notFound(text: string): Promise<void> {
  const [settings, log] = ["Open the Settings", "Show the Log"];
  const hint = "It is installed by: pip install 'twinproof[lsp]'";
  const chosen = await vscode.window.showWarningMessage(`${text} ${hint}`, settings, log);
  if (chosen === settings) await vscode.commands.executeCommand("workbench.action.openSettings", "twinproof.command");
  if (chosen === log) await vscode.commands.executeCommand("twinproof.log");
}

async function surroundings(): Promise<Surroundings> {
  return {
    setting: settings().get<string>("command", ""),
    folders: (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath),
    interpreter: (await pythonExtension())?.environments.getActiveEnvironmentPath().path,
    home: homedir(),
    searchPath: process.env["PATH"] ?? "",
    windows: process.platform === "win32",
    isFile: (path) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false,
  };
}

/** What the Python extension tells others of its interpreters. */
interface PythonExtension {
  environments: {
    getActiveEnvironmentPath(): { path: string };
    onDidChangeActiveEnvironmentPath: vscode.Event<unknown>;
  };
}

async function pythonExtension(): Promise<PythonExtension | undefined> {
  return vscode.extensions.getExtension<PythonExtension>(PYTHON)?.activate();
}

async function followInterpreter(context: vscode.ExtensionContext, restart: () => Promise<void>): Promise<void> {
  const python = await pythonExtension();
  if (python !== undefined) context.subscriptions.push(python.environments.onDidChangeActiveEnvironmentPath(restart));
}
