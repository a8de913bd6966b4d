/** From a place in a text to what the side view shows of it: asks the server, and runs no script unasked. */

import type { Explained, Goals } from "./messages";
import * as render from "./render";

export interface Place {
  uri: string;
  line: number;
  character: number;
}

export type Running = "ask" | "always" | "never";

export interface Server {
  /** Undefined while there is no server. */
  request<T>(method: string, place: Place): Promise<T | null> | undefined;
}

export class Teller {
  private readonly allowed = new Set<string>();

  constructor(
    private readonly server: Server,
    private readonly running: () => Running,
    private readonly busy: () => void,
  ) {}

  /** The user wants this script to be run, as long as the editor is open. */
  allow(uri: string): void {
    this.allowed.add(uri);
  }

  async tell(place: Place | undefined): Promise<string> {
    if (place === undefined) return render.nothing();
    const asked = this.server.request<Explained>("twinproof/explain", place);
    if (asked === undefined) return render.message("Twinproof is not running", "The language server has not been started.");
    const told = await asked;
    if (told === null) return render.nothing();
    if (render.isMechanism(told)) return render.explained(told);
    if (this.running() === "never") return render.notRun();
    if (this.running() === "ask" && !this.allowed.has(place.uri)) return render.askToRun();
    this.busy();
    const goals = await this.server.request<Goals>("twinproof/goals", place);
    return goals == null ? render.nothing() : render.goals(goals);
  }
}
