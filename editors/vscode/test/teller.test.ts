import assert from "node:assert/strict";
import { test } from "node:test";
import type { Goals, MechanismExplained } from "../src/messages";
import { type Place, type Running, Teller } from "../src/teller";

const PLACE: Place = { uri: "file:///a.py", line: 2, character: 0 };
const GOALS: Goals = { line: 3, reached: true, proofs: [], problem: null };
const MECHANISM: MechanismExplained = {
  script: false,
  mechanism: "count",
  range: { start: { line: 1, character: 0 }, end: { line: 1, character: 5 } },
  verdict: "unknown",
  sentence: "whether count is private",
  sections: [],
};

function teller(answers: Record<string, unknown>, running: Running = "ask") {
  const asked: string[] = [];
  let busy = 0;
  const server = {
    request: <T>(method: string) => {
      asked.push(method);
      return method in answers ? Promise.resolve(answers[method] as T) : undefined;
    },
  };
  return { asked, busy: () => busy, it: new Teller(server, () => running, () => busy++) };
}

test("a mechanism is explained, and no goals are asked for", async () => {
  const { it, asked } = teller({ "twinproof/explain": MECHANISM });
  assert.match(await it.tell(PLACE), /badge unknown/);
  assert.deepEqual(asked, ["twinproof/explain"]);
});

test("where there is nothing, that is said", async () => {
  assert.match(await teller({ "twinproof/explain": null }).it.tell(PLACE), /No mechanism here/);
  assert.match(await teller({}).it.tell(undefined), /No mechanism here/);
  assert.match(await teller({}).it.tell(PLACE), /not running/);
});

test("a script is not run before the user says so", async () => {
  const { it, asked, busy } = teller({ "twinproof/explain": { script: true }, "twinproof/goals": GOALS });
  assert.match(await it.tell(PLACE), /data-action="run"/);
  assert.deepEqual([asked, busy()], [["twinproof/explain"], 0]);
  it.allow(PLACE.uri);
  assert.match(await it.tell(PLACE), /No proof has begun here/);
  assert.deepEqual(asked.at(-1), "twinproof/goals");
  assert.equal(busy(), 1);
  assert.match(await it.tell({ ...PLACE, uri: "file:///b.py" }), /data-action="run"/);
});

test("the setting decides for all scripts", async () => {
  const answers = { "twinproof/explain": { script: true }, "twinproof/goals": GOALS };
  assert.match(await teller(answers, "always").it.tell(PLACE), /No proof has begun/);
  const never = teller(answers, "never");
  never.it.allow(PLACE.uri);
  assert.match(await never.it.tell(PLACE), /runProofScripts/);
  assert.deepEqual(never.asked, ["twinproof/explain"]);
});
