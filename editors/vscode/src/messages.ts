/** What the server answers to `twinproof/explain` and `twinproof/goals`; docs/editors.md describes it. */

export interface Position {
  line: number;
  character: number;
}

export interface Range {
  start: Position;
  end: Position;
}

export type Block =
  | { kind: "words"; text: string }
  | { kind: "steps"; steps: { line: number | null; title: string; rows: [string, string][] }[] }
  | { kind: "table"; head: string[]; rows: string[][] }
  | { kind: "budget"; claim: string; example: string; parts: Part[] }
  | { kind: "code"; text: string };

export interface Part {
  what: string;
  bound: string;
  start: number;
  end: number;
}

export interface Section {
  title: string;
  folded: boolean;
  blocks: Block[];
}

export interface MechanismExplained {
  script: false;
  mechanism: string;
  range: Range;
  verdict: "proved" | "refuted" | "unknown" | "error" | "failed" | "unread" | "pending" | "none";
  sentence: string;
  sections: Section[];
}

export type Explained = MechanismExplained | { script: true };

/** Whether the command comes next, the line of the mechanism's text, and the command. */
export type Row = [boolean, string, string];

export interface Goal {
  heading: string;
  cost: string;
  before: string[];
  programs: [Row, Row][];
  after: string[];
}

export interface Goals {
  line: number;
  reached: boolean;
  proofs: { title: string; summary: string; proved: boolean; goals: Goal[] }[];
  problem: { line: number | null; text: string } | null;
}
