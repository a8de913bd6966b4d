import assert from "node:assert/strict";
import { test } from "node:test";
import { type Clock, Latest } from "../src/follow";

/** A clock that goes on when it is told to. */
class HandClock implements Clock {
  private waiting = new Map<number, () => void>();
  private next = 1;
  start(action: () => void): number {
    this.waiting.set(this.next, action);
    return this.next++;
  }
  stop(timer: unknown): void {
    this.waiting.delete(timer as number);
  }
  ring(): void {
    const due = [...this.waiting.values()];
    this.waiting.clear();
    for (const action of due) action();
  }
}

const unexpected = (problem: unknown) => assert.fail(String(problem));
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

test("of many wishes in a row only the last one is asked", async () => {
  const [asked, shown]: [number[], string[]] = [[], []];
  const clock = new HandClock();
  const ask = (wish: number) => (asked.push(wish), Promise.resolve(`answer ${wish}`));
  const latest = new Latest<number, string>(ask, (answer) => shown.push(answer), unexpected, 100, clock);
  for (const wish of [1, 2, 3]) latest.wish(wish);
  clock.ring();
  await settled();
  assert.deepEqual([asked, shown], [[3], ["answer 3"]]);
});

test("an answer that comes too late is not shown", async () => {
  const shown: string[] = [];
  const clock = new HandClock();
  const answers = new Map<number, (answer: string) => void>();
  const ask = (wish: number) => new Promise<string>((resolve) => answers.set(wish, resolve));
  const latest = new Latest<number, string>(ask, (answer, wish) => shown.push(`${answer} ${wish}`), unexpected, 100, clock);
  latest.wish(1);
  clock.ring();
  latest.wish(2);
  clock.ring();
  answers.get(2)?.("new");
  answers.get(1)?.("old");
  await settled();
  assert.deepEqual(shown, ["new 2"]);
  latest.wish(3);
  clock.ring();
  latest.forget();
  answers.get(3)?.("forgotten");
  await settled();
  assert.deepEqual(shown, ["new 2"]);
});

test("only the failure of the last wish is told", async () => {
  const failures: unknown[] = [];
  const clock = new HandClock();
  const ask = (wish: string) => Promise.reject(new Error(wish));
  const latest = new Latest<string, string>(ask, () => assert.fail(), (problem) => failures.push(String(problem)), 1, clock);
  latest.wish("first");
  clock.ring();
  latest.wish("second");
  clock.ring();
  await settled();
  assert.deepEqual(failures, ["Error: second"]);
});
