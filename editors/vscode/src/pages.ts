/** What the pages say about a code. Needs no editor. */

export interface Page {
  file: string;
  /** How the heading of the part begins. */
  heading: string;
}

/** The part of a page that is about a code of an error, or about a verdict. */
export function pageOf(code: string): Page {
  if (code === "proved") return { file: "prover.md", heading: "Reading a proof" };
  if (code === "refuted") return { file: "counterexamples.md", heading: "" };
  if (code === "unknown") return { file: "errors.md", heading: "A verdict of unknown" };
  return { file: "errors.md", heading: `${code} ` };
}

/** A part of a page, from its heading to the next one of its level; the whole page if there is no such heading. */
export function partOf(text: string, heading: string): string {
  const lines = text.split("\n");
  const levels = levelsOf(lines);
  const start = lines.findIndex((line, n) => levels[n] !== 0 && line.replace(/^#+ /, "").startsWith(heading));
  if (heading === "" || start === -1) return text;
  const level = levels[start] ?? 0;
  const end = levels.findIndex((other, n) => n > start && other !== 0 && other <= level);
  return lines.slice(start, end === -1 ? undefined : end).join("\n");
}

const PAGES = "https://github.com/twinproof/twinproof/blob/main/docs/";

/** A text of a page whose links lead somewhere from wherever it is shown: to the pages of the repository. */
export function linked(text: string, file: string): string {
  return text
    .replace(/\]\((?=[\w-]+\.md[)#])/g, `](${PAGES}`)
    .replace(/\]\((?=#)/g, `](${PAGES}${file}`);
}

/** The level of each line that is a heading, and 0 of all others; what is in a block of code is none. */
function levelsOf(lines: string[]): number[] {
  let inside = false;
  return lines.map((line) => {
    if (line.startsWith("```")) inside = !inside;
    return inside ? 0 : (/^(#+) /.exec(line)?.[1]?.length ?? 0);
  });
}
