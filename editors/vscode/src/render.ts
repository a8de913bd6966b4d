/** What the side view shows, as HTML. Whatever comes from the server is text, never markup. */

import type { Block, Explained, Goal, Goals, MechanismExplained, Part, Row, Section } from "./messages";

const BADGES: Record<MechanismExplained["verdict"], [string, string]> = {
  proved: ["✓", "proved"],
  refuted: ["✗", "refuted"],
  unknown: ["?", "unknown"],
  error: ["!", "protects nothing"],
  failed: ["!", "not verified"],
  unread: ["!", "not understood"],
  pending: ["…", "verifying"],
  none: ["·", "no verdict yet"],
};

const SHORT = 18; // characters of a cell

export function escape(text: string): string {
  const signs: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);
}

/** Words in which `x` is code. */
export function withCode(text: string): string {
  const parts = text.split("`");
  if (parts.length % 2 === 0) parts.push(parts.splice(-2).join("`")); // a tick that stands alone is none
  return parts.map((part, number) => (number % 2 === 1 ? `<code>${escape(part)}</code>` : escape(part))).join("");
}

export function explained(told: MechanismExplained): string {
  const [sign, word] = BADGES[told.verdict];
  const badge = `<span class="badge ${told.verdict}"><span aria-hidden="true">${sign}</span> ${word}</span>`;
  const name = lineButton(told.range.start.line + 1, escape(told.mechanism), "name");
  return `<header><h1>${name}</h1>${badge}<p>${escape(told.sentence)}</p></header>${told.sections.map(section).join("")}`;
}

function section(one: Section): string {
  const body = one.blocks.map(block).join("");
  const open = one.folded ? "" : " open";
  return `<details data-key="${escape(one.title)}"${open}><summary><h2>${escape(one.title)}</h2></summary>${body}</details>`;
}

function block(one: Block): string {
  switch (one.kind) {
    case "words":
      return `<p>${withCode(one.text)}</p>`;
    case "steps":
      return `<ol class="steps">${one.steps
        .map((step) => {
          const line = step.line === null ? "" : lineButton(step.line, String(step.line), "number");
          return `<li>${line}<div><p>${withCode(step.title)}</p>${rows(step.rows)}</div></li>`;
        })
        .join("")}</ol>`;
    case "table":
      return table(one.head, one.rows);
    case "budget":
      return budget(one.claim, one.example, one.parts);
    case "code":
      return `<pre tabindex="0"><code>${escape(one.text)}</code></pre>`;
  }
}

/** Rows of a label and a formula; rows without labels are a list. */
function rows(given: [string, string][]): string {
  if (given.length === 0) return "";
  if (given.every(([label]) => label === "")) {
    return `<ul class="facts">${given.map(([, text]) => `<li><code>${escape(text)}</code></li>`).join("")}</ul>`;
  }
  const cells = given.map(([label, text]) => `<dt>${escape(label)}</dt><dd><code>${escape(text)}</code></dd>`);
  return `<dl>${cells.join("")}</dl>`;
}

function table(head: string[], body: string[][]): string {
  const headed = head.some((text) => text !== "");
  const top = headed ? `<thead><tr>${head.map((h) => `<th scope="col">${escape(h)}</th>`).join("")}</tr></thead>` : "";
  const lines = body.map(([first = "", ...others]) => {
    const cells = others.map((text) => `<td${unbroken(text)}><code>${escape(text)}</code></td>`).join("");
    return `<tr><th scope="row"${unbroken(first)}>${escape(first)}</th>${cells}</tr>`;
  });
  return `<div class="scroll" tabindex="0"><table>${top}<tbody>${lines.join("")}</tbody></table></div>`;
}

/** A number or a few words stay in one line; what is longer may break anywhere. */
function unbroken(text: string): string {
  return text.length <= SHORT ? ' class="short"' : "";
}

/** A bar that is as long as the claim, and who spends which part of it. */
function budget(claim: string, example: string, parts: Part[]): string {
  if (parts.length === 0) return "";
  const bars = parts.map((part, number) => {
    const width = Math.max(0, 100 * (part.end - part.start));
    return `<rect class="part p${number % 4}" x="${(100 * part.start).toFixed(3)}" y="0" width="${width.toFixed(3)}" height="10"/>`;
  });
  const label = parts.map((part) => `${part.what}: ${percent(part)}`).join("; ");
  const list = parts.map((part, number) => {
    const key = `<svg class="key" viewBox="0 0 10 10" aria-hidden="true"><rect class="part p${number % 4}" width="10" height="10"/></svg>`;
    return `<li>${key}<div>${escape(part.what)} <b>${percent(part)}</b><br><code>${escape(part.bound)}</code></div></li>`;
  });
  const bar = `<svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label="${escape(label)}">`;
  const note = example === "" ? "" : `<p class="note">Shares of ${escape(claim)} with ${escape(example)}.</p>`;
  return `${bar}<rect class="whole" width="100" height="10"/>${bars.join("")}</svg><ul class="shares">${list.join("")}</ul>${note}`;
}

function percent(part: Part): string {
  return `${Math.round(100 * (part.end - part.start))} %`;
}

/** A button that leads to a line of the text (from one). */
function lineButton(line: number, shown: string, kind: string): string {
  return `<button class="line ${kind}" data-line="${line}" title="Go to line ${line}">${shown}</button>`;
}

// ---------------------------------------------------------------------------------------------------------------- goals

export function goals(told: Goals): string {
  const trouble = told.problem === null ? "" : problem(told.problem);
  if (told.proofs.length === 0) {
    return trouble || message("No proof has begun here", "Behind this line of the script no proof has begun.");
  }
  const proofs = told.proofs.map((proof, number) => {
    const [sign, word, kind] = proof.proved ? ["✓", "proved", "proved"] : ["○", open(proof.goals.length), "unknown"];
    const badge = `<span class="badge ${kind}"><span aria-hidden="true">${sign}</span> ${word}</span>`;
    const shown = proof.goals.map((one, place) => goal(one, `${number}.${place}`, place === 0)).join("");
    const given = proof.summary.split("\n").slice(1).map((line) => `<p class="sorry">${escape(line)}</p>`);
    return `<header><h1>${escape(proof.title)}</h1>${badge}${given.join("")}</header>${shown}`;
  });
  return `<p class="where">Behind line ${told.line}</p>${trouble}${proofs.join("")}`;
}

function open(count: number): string {
  return count === 0 ? "given up" : count === 1 ? "one goal" : `${count} goals`;
}

function goal(one: Goal, key: string, first: boolean): string {
  const programs = one.programs.map(([left, right]) => `<tr>${row(left)}${row(right)}</tr>`).join("");
  const table = `<div class="scroll" tabindex="0"><table class="programs"><thead><tr>
    <th></th><th scope="col">left run</th><th></th><th scope="col">right run</th></tr></thead><tbody>${programs}</tbody></table></div>`;
  return `<details class="goal" data-key="goal ${key}"${first ? " open" : ""}><summary><h2>${escape(one.heading)}</h2>
    <code class="cost">${escape(one.cost)}</code></summary>
    <h3>before</h3>${assertions(one.before)}${table}<h3>after</h3>${assertions(one.after)}</details>`;
}

function row([next, line, text]: Row): string {
  const shown = `<code>${escape(text)}</code>`;
  const kind = next ? ' class="next"' : "";
  return `<td class="number">${escape(line)}</td><td${kind}>${next ? `<b title="the next tactic works on this">${shown}</b>` : shown}</td>`;
}

function assertions(lines: string[]): string {
  return `<ul class="facts">${lines.map((line) => `<li><code>${escape(line)}</code></li>`).join("")}</ul>`;
}

function problem(told: { line: number | null; text: string }): string {
  const line = told.line === null ? "" : ` in ${lineButton(told.line, `line ${told.line}`, "where")}`;
  return `<section class="problem" role="alert"><h2>The script stops${line}</h2><pre tabindex="0">${escape(told.text)}</pre></section>`;
}

// -------------------------------------------------------------------------------------------------------- in between

/** Words in place of a proof; with a button, if there is something to do. */
export function message(title: string, text: string, button?: { action: string; label: string }): string {
  const act = button === undefined ? "" : `<button class="act" data-action="${escape(button.action)}">${escape(button.label)}</button>`;
  return `<section class="empty"><h2>${escape(title)}</h2><p>${escape(text)}</p>${act}</section>`;
}

export function nothing(): string {
  return message("No mechanism here", "Open a file with a mechanism to see its proof, or a proof script to see its goals.");
}

export function askToRun(): string {
  const text = "A proof script is a Python program. To show its goals it is run, now and whenever it changes.";
  return message("A proof script", text, { action: "run", label: "Run it and follow its goals" });
}

export function notRun(): string {
  return message("A proof script", "It is not run, and no goals are shown: that is what the setting twinproof.runProofScripts says.");
}

export function isMechanism(told: Explained): told is MechanismExplained {
  return !told.script;
}
