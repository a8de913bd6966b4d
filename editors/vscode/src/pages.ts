/** Which page, and which heading of it, is about a code. Needs no editor. */

export interface Page {
  file: string;
  anchorIn(text: string): string;
}

/** The page about a code of an error, or about a verdict. */
export function pageOf(code: string): Page {
  if (code === "proved") return { file: "prover.md", anchorIn: () => "reading-a-proof" };
  if (code === "refuted") return { file: "counterexamples.md", anchorIn: () => "" };
  if (code === "unknown") return { file: "errors.md", anchorIn: () => "a-verdict-of-unknown" };
  return { file: "errors.md", anchorIn: (text) => anchor(code, text) };
}

/** The anchor of the heading that begins with a code, as Markdown previews make it. */
function anchor(code: string, text: string): string {
  const heading = text.split("\n").find((line) => line.startsWith("#") && line.replace(/^#+\s*/, "").startsWith(`${code} `));
  const words = (heading ?? "").replace(/^#+\s*/, "").toLowerCase();
  return words.replace(/[^\p{L}\p{N}_\- ]/gu, "").replaceAll(" ", "-");
}
