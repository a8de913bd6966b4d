// Builds dist/extension.js, the pages that errors link to, and out/test/ for the tests.
import { copyFileSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { build } from "esbuild";

const common = { bundle: true, platform: "node", format: "cjs", target: "node18", external: ["vscode"], logLevel: "warning" };

rmSync("dist", { recursive: true, force: true });
rmSync("out", { recursive: true, force: true });
await build({ ...common, entryPoints: ["src/extension.ts"], outfile: "dist/extension.js", minify: true });

const tests = readdirSync("test").filter((name) => name.endsWith(".test.ts"));
const faked = [...common.external, "vscode-languageclient/node"];
await build({ ...common, external: faked, entryPoints: tests.map((name) => `test/${name}`), outdir: "out/test", sourcemap: "inline" });

mkdirSync("dist/pages", { recursive: true });
for (const page of ["errors.md", "prover.md", "counterexamples.md"]) copyFileSync(`../../docs/${page}`, `dist/pages/${page}`);
copyFileSync("../../LICENSE", "LICENSE");
