/** Following the cursor: many wishes, few questions, and only the answer to the last one counts. Needs no editor. */

/** A clock that can be a test's own. */
export interface Clock {
  start(action: () => void, milliseconds: number): unknown;
  stop(timer: unknown): void;
}

export const wallClock: Clock = {
  start: (action, milliseconds) => setTimeout(action, milliseconds),
  stop: (timer) => clearTimeout(timer as NodeJS.Timeout),
};

export class Latest<Wish, Answer> {
  private timer: unknown;
  private last = 0;

  constructor(
    private readonly ask: (wish: Wish) => Promise<Answer>,
    private readonly show: (answer: Answer, wish: Wish) => void,
    private readonly fail: (problem: unknown) => void,
    private readonly milliseconds: number,
    private readonly clock: Clock = wallClock,
  ) {}

  /** Ask soon; what was wished before is forgotten. */
  wish(wish: Wish): void {
    const number = ++this.last;
    this.clock.stop(this.timer);
    this.timer = this.clock.start(() => void this.run(wish, number), this.milliseconds);
  }

  /** Ask nothing any more, and show no answer that is still to come. */
  forget(): void {
    this.last++;
    this.clock.stop(this.timer);
  }

  private async run(wish: Wish, number: number): Promise<void> {
    try {
      const answer = await this.ask(wish);
      if (number === this.last) this.show(answer, wish);
    } catch (problem) {
      if (number === this.last) this.fail(problem);
    }
  }
}
