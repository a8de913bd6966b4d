// The page of the side view: shows what it is sent, keeps what the user has unfolded, and says what was pressed.
(function () {
  const vscode = acquireVsCodeApi();
  const content = document.getElementById("content");
  const busy = document.getElementById("busy");
  const folds = new Map(Object.entries(vscode.getState()?.folds ?? {})); // by title: what the user has opened or closed
  let waiting;

  function show(html) {
    const focused = document.activeElement?.dataset?.line;
    const { scrollTop } = document.documentElement;
    content.innerHTML = html;
    for (const one of content.querySelectorAll("details")) {
      const key = one.dataset.key;
      if (folds.has(key)) one.open = folds.get(key);
      one.querySelector("summary").addEventListener("click", () => {
        folds.set(key, !one.open);
        vscode.setState({ folds: Object.fromEntries(folds) });
      });
    }
    document.documentElement.scrollTop = scrollTop;
    if (focused !== undefined) content.querySelector(`[data-line="${focused}"]`)?.focus();
  }

  window.addEventListener("message", ({ data }) => {
    if (data.kind === "show") show(data.content);
    if (data.kind === "busy") {
      clearTimeout(waiting);
      if (data.is) waiting = setTimeout(() => (busy.hidden = false), 300);
      else busy.hidden = true;
    }
  });

  content.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button?.dataset.line) vscode.postMessage({ kind: "line", line: Number(button.dataset.line) });
    if (button?.dataset.action) vscode.postMessage({ kind: "action", action: button.dataset.action });
  });

  window.addEventListener("keydown", (event) => {
    if (event.key === "Escape") vscode.postMessage({ kind: "back" });
  });

  vscode.postMessage({ kind: "ready" });
})();
