import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { pageOf } from "../src/pages";

const ERRORS = readFileSync("../../docs/errors.md", "utf-8");

test("every code that the page has is found on it", () => {
  const codes = [...ERRORS.matchAll(/^### (TP\d+) /gm)].map((match) => match[1] ?? "");
  assert.ok(codes.length > 40);
  for (const code of codes) assert.ok(pageOf(code).anchorIn(ERRORS).startsWith(`${code.toLowerCase()}-`), code);
  assert.equal(pageOf("TP201").anchorIn(ERRORS), "tp201-a-statement-is-not-in-the-language");
});

test("verdicts have pages too, and unknown codes lead to the top", () => {
  assert.equal(pageOf("proved").file, "prover.md");
  assert.equal(pageOf("refuted").file, "counterexamples.md");
  assert.ok(ERRORS.includes("## A verdict of unknown"));
  assert.equal(pageOf("unknown").anchorIn(ERRORS), "a-verdict-of-unknown");
  assert.equal(pageOf("TP999").anchorIn(ERRORS), "");
});
