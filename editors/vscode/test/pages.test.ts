import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { linked, pageOf, partOf } from "../src/pages";

const read = (page: string) => readFileSync(`../../docs/${page}`, "utf-8");
const ERRORS = read("errors.md");

test("every code that the page has is found on it, and nothing of another", () => {
  const codes = [...ERRORS.matchAll(/^### (TP\d+) /gm)].map((match) => match[1] ?? "");
  assert.ok(codes.length > 40);
  for (const code of codes) {
    const part = partOf(ERRORS, pageOf(code).heading);
    assert.ok(part.startsWith(`### ${code} `), code);
    assert.equal([...part.matchAll(/^### TP/gm)].length, 1, code);
  }
});

test("verdicts have their parts too, and an unknown code has the whole page", () => {
  assert.match(partOf(read("prover.md"), pageOf("proved").heading), /^## Reading a proof\n/);
  assert.equal(partOf(read("counterexamples.md"), pageOf("refuted").heading), read("counterexamples.md"));
  assert.match(partOf(ERRORS, pageOf("unknown").heading), /^## A verdict of unknown\n/);
  assert.equal(partOf(ERRORS, pageOf("TP999").heading), ERRORS);
});

test("what looks like a heading in a block of code is none", () => {
  const text = "# A\n```python\n# B\n```\nof A\n# B\nof B";
  assert.equal(partOf(text, "B"), "# B\nof B");
  assert.equal(partOf(text, "A"), "# A\n```python\n# B\n```\nof A");
});

test("no link of a page leads to a page that the extension does not have", () => {
  for (const page of ["errors.md", "prover.md", "counterexamples.md"]) {
    const targets = [...linked(read(page), page).matchAll(/\]\(([^)]*)\)/g)].map((match) => match[1] ?? "");
    assert.ok(targets.length > 0);
    for (const target of targets) assert.match(target, /^https:/, page);
  }
  assert.equal(linked("[a](#b), [c](d.md#e)", "f.md").replaceAll("https://github.com/twinproof/twinproof/blob/main/docs/", "@"), "[a](@f.md#b), [c](@d.md#e)");
});
