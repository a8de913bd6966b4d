/** Where the language server is. Nothing here needs an editor. */

import * as path from "node:path";

/** What is known of the machine and of the workspace. */
export interface Surroundings {
  /** The setting `twinproof.command`. */
  setting: string;
  /** The folders of the workspace. */
  folders: readonly string[];
  /** The interpreter that the Python extension has chosen. */
  interpreter?: string;
  home: string;
  searchPath: string;
  windows: boolean;
  isFile(path: string): boolean;
}

export interface Located {
  command: string;
  args: string[];
  /** Why this one, for the log. */
  because: string;
}

const ENVIRONMENTS = [".venv", "venv", "env"];
const LSP = ["lsp"];

/** The command to start, or nothing if there is none: the setting, the workspace, the interpreter, the search path. */
export function locate(around: Surroundings): Located | undefined {
  const style = around.windows ? path.win32 : path.posix;
  const name = around.windows ? "twinproof.exe" : "twinproof";
  const bin = around.windows ? "Scripts" : "bin";

  if (around.setting.trim() !== "") {
    return { command: expanded(around.setting.trim(), around), args: LSP, because: "the setting twinproof.command" };
  }
  for (const folder of around.folders) {
    for (const environment of ENVIRONMENTS) {
      const command = style.join(folder, environment, bin, name);
      if (around.isFile(command)) return { command, args: LSP, because: `${environment} of the workspace` };
    }
  }
  if (around.interpreter !== undefined) {
    const command = style.join(style.dirname(around.interpreter), name);
    if (around.isFile(command)) return { command, args: LSP, because: "the interpreter of the Python extension" };
  }
  for (const folder of around.searchPath.split(style.delimiter).filter((part) => part !== "")) {
    const command = style.join(folder, name);
    if (around.isFile(command)) return { command, args: LSP, because: "the search path" };
  }
  return undefined;
}

function expanded(setting: string, around: Surroundings): string {
  const folder = around.folders[0] ?? "";
  const whole = setting.replaceAll("${workspaceFolder}", folder);
  return /^~(?=[\\/])/.test(whole) ? around.home + whole.slice(1) : whole;
}
