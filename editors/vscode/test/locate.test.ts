import assert from "node:assert/strict";
import { test } from "node:test";
import { locate, type Surroundings } from "../src/locate";

function around(files: string[], given: Partial<Surroundings> = {}): Surroundings {
  return {
    setting: "",
    folders: ["/projects/one", "/projects/two"],
    home: "/home/me",
    searchPath: "/usr/bin:/opt/bin",
    windows: false,
    isFile: (path) => files.includes(path),
    ...given,
  };
}

test("the setting comes first, whatever there is", () => {
  const files = ["/projects/one/.venv/bin/twinproof"];
  assert.equal(locate(around(files, { setting: "/opt/twinproof" }))?.command, "/opt/twinproof");
  assert.equal(locate(around(files, { setting: " ~/bin/twinproof " }))?.command, "/home/me/bin/twinproof");
  const inFolder = around(files, { setting: "${workspaceFolder}/env2/bin/twinproof" });
  assert.deepEqual(locate(inFolder), {
    command: "/projects/one/env2/bin/twinproof",
    args: ["lsp"],
    because: "the setting twinproof.command",
  });
});

test("then the virtual environments of the workspace, in the order of its folders", () => {
  const files = ["/projects/two/.venv/bin/twinproof", "/projects/one/venv/bin/twinproof", "/usr/bin/twinproof"];
  assert.equal(locate(around(files))?.command, "/projects/one/venv/bin/twinproof");
});

test("then the interpreter of the Python extension", () => {
  const files = ["/py/bin/twinproof", "/usr/bin/twinproof"];
  assert.equal(locate(around(files, { interpreter: "/py/bin/python" }))?.command, "/py/bin/twinproof");
  assert.equal(locate(around(files, { interpreter: "/other/bin/python" }))?.command, "/usr/bin/twinproof");
});

test("then the search path, and otherwise there is none", () => {
  assert.equal(locate(around(["/opt/bin/twinproof"]))?.because, "the search path");
  assert.equal(locate(around([])), undefined);
  assert.equal(locate(around(["/twinproof"], { searchPath: "" })), undefined);
});

test("on Windows, with its names", () => {
  const files = ["C:\\projects\\.venv\\Scripts\\twinproof.exe"];
  const windows = around(files, { windows: true, folders: ["C:\\projects"], searchPath: "" });
  assert.equal(locate(windows)?.command, files[0]);
});
