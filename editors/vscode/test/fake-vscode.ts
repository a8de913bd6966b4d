/** An editor without a window: as much of the module `vscode` as the extension touches, and what it did with it. */

import Module from "node:module";

type Listener<T> = (value: T) => unknown;

export class EventEmitter<T> {
  private readonly listeners: Listener<T>[] = [];
  readonly event = (listener: Listener<T>) => {
    this.listeners.push(listener);
    return { dispose: () => this.listeners.splice(this.listeners.indexOf(listener), 1) };
  };
  fire(value: T): void {
    for (const listener of [...this.listeners]) listener(value);
  }
}

export class Uri {
  constructor(
    readonly scheme: string,
    readonly path: string,
    readonly fragment = "",
  ) {}
  static parse(text: string): Uri {
    const [, scheme = "file", path = ""] = /^(\w+):\/\/(.*)$/.exec(text) ?? [];
    return new Uri(scheme, path);
  }
  static from(parts: { scheme: string; path: string }): Uri {
    return new Uri(parts.scheme, parts.path);
  }
  static file(path: string): Uri {
    return new Uri("file", path);
  }
  static joinPath(base: Uri, ...parts: string[]): Uri {
    return new Uri(base.scheme, [base.path, ...parts].join("/"));
  }
  get fsPath(): string {
    return this.path;
  }
  with(change: { fragment: string }): Uri {
    return new Uri(this.scheme, this.path, change.fragment);
  }
  toString(): string {
    return `${this.scheme}://${this.path}${this.fragment === "" ? "" : `#${this.fragment}`}`;
  }
}

/** A webview that remembers what was posted to it. */
export class FakeWebviewView {
  visible = true;
  readonly posted: { kind: string; content?: string; is?: boolean }[] = [];
  readonly said = new EventEmitter<unknown>();
  readonly visibility = new EventEmitter<void>();
  readonly disposal = new EventEmitter<void>();
  readonly onDidChangeVisibility = this.visibility.event;
  readonly onDidDispose = this.disposal.event;
  readonly webview = {
    html: "",
    options: {},
    cspSource: "vscode-resource:",
    asWebviewUri: (uri: Uri) => uri,
    onDidReceiveMessage: this.said.event,
    postMessage: (message: { kind: string }) => {
      this.posted.push(message);
      return Promise.resolve(true);
    },
  };
}

/** From now on, whoever asks for one of these modules gets the fake. */
export function install(fakes: Record<string, object>): void {
  const loader = Module as unknown as { _load(request: string, ...rest: unknown[]): unknown };
  const load = loader._load;
  loader._load = (request, ...rest) => fakes[request] ?? load.call(loader, request, ...rest);
}
