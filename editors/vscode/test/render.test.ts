import assert from "node:assert/strict";
import { test } from "node:test";
import type { Goals, MechanismExplained } from "../src/messages";
import * as render from "../src/render";

const TOLD: MechanismExplained = {
  script: false,
  mechanism: "count",
  range: { start: { line: 6, character: 4 }, end: { line: 6, character: 9 } },
  verdict: "proved",
  sentence: "count is (eps, 0)-differentially private",
  sections: [
    { title: "In words", folded: false, blocks: [{ kind: "words", text: "a < b & c" }] },
    {
      title: "Couplings",
      folded: false,
      blocks: [
        { kind: "steps", steps: [{ line: 8, title: "noisy", rows: [["shift", "1"], ["cost", "eps"]] }] },
        { kind: "steps", steps: [{ line: null, title: "all", rows: [["", "x⟨1⟩ = x⟨2⟩"]] }] },
      ],
    },
    {
      title: "Budget",
      folded: true,
      blocks: [
        {
          kind: "budget",
          claim: "eps",
          example: "eps = 1",
          parts: [
            { what: "line 8, a", bound: "eps / 4", start: 0, end: 0.25 },
            { what: "line 9, b", bound: "eps / 2", start: 0.25, end: 0.75 },
          ],
        },
        { kind: "table", head: ["input", "left", "right"], rows: [["x", "0", "1"]] },
        { kind: "code", text: "while b do\n  skip" },
      ],
    },
  ],
};

test("a mechanism has its name, its verdict, and sections that fold", () => {
  const html = render.explained(TOLD);
  assert.match(html, /<button class="line name" data-line="7"[^>]*>count<\/button>/);
  assert.match(html, /class="badge proved"/);
  assert.match(html, /<details data-key="In words" open>/);
  assert.match(html, /<details data-key="Budget"><summary>/);
  assert.match(html, /a &lt; b &amp; c/);
});

test("what stands between two ticks is code, and text all the same", () => {
  assert.equal(render.withCode("`a < b` is `c`, and ` is a tick"), "<code>a &lt; b</code> is <code>c</code>, and ` is a tick");
  assert.equal(render.withCode("<b>"), "&lt;b&gt;");
});

test("lines are buttons, so that the keyboard reaches them", () => {
  const html = render.explained(TOLD);
  assert.match(html, /<button class="line number" data-line="8" title="Go to line 8">8<\/button>/);
  assert.match(html, /<dt>shift<\/dt><dd><code>1<\/code><\/dd>/);
  assert.match(html, /<ul class="facts"><li><code>x⟨1⟩ = x⟨2⟩<\/code><\/li><\/ul>/);
});

test("the budget is a bar with a description, without styles that a policy would refuse", () => {
  const html = render.explained(TOLD);
  assert.match(html, /role="img" aria-label="line 8, a: 25 %; line 9, b: 50 %"/);
  assert.match(html, /x="25.000" y="0" width="50.000"/);
  assert.match(html, /Shares of eps with eps = 1/);
  assert.doesNotMatch(html, /style=/);
});

test("tables name their rows and columns", () => {
  const html = render.explained(TOLD);
  assert.match(html, /<th scope="col">left<\/th>/);
  assert.match(html, /<th scope="row" class="short">x<\/th><td class="short"><code>0<\/code><\/td>/);
});

test("a number is never broken, a long list may be", () => {
  const long = `[${Array(20).fill("100").join(", ")}]`;
  const rows = [["output 1", "0.0146915", long]];
  const html = render.explained({ ...TOLD, sections: [{ title: "seen", folded: false, blocks: [{ kind: "table", head: ["", "left", "right"], rows }] }] });
  assert.match(html, /<td class="short"><code>0.0146915<\/code><\/td><td><code>\[100, /);
});

test("what cannot be read is named", () => {
  assert.match(render.explained({ ...TOLD, verdict: "unread" }), /class="badge unread"><span aria-hidden="true">!<\/span> not understood/);
});

test("whatever comes from the server is text", () => {
  const evil = `<img src=x onerror="alert('1')">`;
  const html = render.explained({
    ...TOLD,
    mechanism: evil,
    sentence: evil,
    sections: [
      {
        title: evil,
        folded: false,
        blocks: [
          { kind: "words", text: evil },
          { kind: "code", text: evil },
          { kind: "steps", steps: [{ line: 1, title: evil, rows: [[evil, evil]] }] },
          { kind: "table", head: [evil], rows: [[evil, evil]] },
          { kind: "budget", claim: evil, example: evil, parts: [{ what: evil, bound: evil, start: 0, end: 1 }] },
        ],
      },
    ],
  });
  assert.doesNotMatch(html, /<img|onerror="/);
  assert.doesNotMatch(render.message(evil, evil, { action: evil, label: evil }), /<img|onerror="/);
});

const GOALS: Goals = {
  line: 4,
  reached: true,
  problem: null,
  proofs: [
    {
      title: "count",
      summary: "count, 2 goals are open\nSORRY at a.py:3",
      proved: false,
      goals: [
        {
          heading: "goal 1 of 2: before w",
          cost: "budget ⟨eps, 0⟩",
          before: ["x⟨1⟩ < x⟨2⟩"],
          programs: [
            [
              [false, "7", "a ← 1;"],
              [true, "8", "b ← <2>"],
            ],
          ],
          after: ["b⟨1⟩ = b⟨2⟩"],
        },
        { heading: "goal 2 of 2", cost: "budget ⟨0, 0⟩", before: [], programs: [], after: ["true"] },
      ],
    },
  ],
};

test("the first goal is open, the others can be opened", () => {
  const html = render.goals(GOALS);
  assert.match(html, /Behind line 4/);
  assert.match(html, /2 goals<\/span>/);
  assert.match(html, /data-key="goal 0.0" open>/);
  assert.match(html, /data-key="goal 0.1"><summary>/);
  assert.match(html, /<td class="next"><b title="the next tactic works on this"><code>b ← &lt;2&gt;<\/code><\/b><\/td>/);
  assert.match(html, /SORRY at a.py:3/);
});

test("what goes wrong leads to its line", () => {
  const problem = { line: 3, text: "auto does not apply: x < y" };
  const html = render.goals({ ...GOALS, reached: false, problem });
  assert.match(html, /role="alert"><h2>The script stops in <button class="line where" data-line="3"/);
  assert.match(html, /auto does not apply: x &lt; y/);
  assert.match(render.goals({ ...GOALS, proofs: [], problem }), /The script stops/);
});

test("a proof that is done, and a script without one", () => {
  const done = { title: "count", summary: "count: proved", proved: true, goals: [] };
  assert.match(render.goals({ ...GOALS, proofs: [done] }), /badge proved.*proved<\/span>/s);
  assert.match(render.goals({ ...GOALS, proofs: [] }), /No proof has begun here/);
});
