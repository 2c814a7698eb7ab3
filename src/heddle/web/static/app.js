// Keys, local times, and logs that follow. Everything else works without it.
"use strict";
(() => {
  const two = (n) => String(n).padStart(2, "0");
  const local = (ms) => {
    const d = new Date(ms);
    return `${d.getFullYear()}-${two(d.getMonth() + 1)}-${two(d.getDate())} ` +
      `${two(d.getHours())}:${two(d.getMinutes())}:${two(d.getSeconds())}`;
  };

  // The two largest units, as the server says it.
  const lasted = (ms) => {
    let seconds = Math.max(0, Math.floor(ms / 1000));
    const units = [["d", 86400], ["h", 3600], ["min", 60], ["s", 1]];
    const first = Math.max(0, units.findIndex(([, size]) => seconds >= size));
    if (seconds === 0) return "0 s";
    const said = [];
    for (const [name, size] of units.slice(first, first + 2)) {
      const count = Math.floor(seconds / size);
      seconds -= count * size;
      if (count || !said.length) said.push(`${count} ${name}`);
    }
    return said.join(" ");
  };

  const tick = () => {
    for (const e of document.querySelectorAll("[data-since]")) {
      e.textContent = lasted(Date.now() - Number(e.dataset.since));
    }
  };
  // Where there is no room for columns each cell says what it is.
  const label = (table) => {
    if (!table.tHead) return;
    const names = [];
    [...table.tHead.rows].forEach((row, depth) => {
      let at = 0;
      for (const cell of row.cells) {
        while (depth && names[at]?.done) at += 1;
        for (let n = 0; n < cell.colSpan; n += 1, at += 1) {
          const text = cell.textContent.trim(), above = names[at]?.text;
          names[at] = { text: above ? `${above}: ${text}` : text, done: cell.rowSpan > 1 };
        }
      }
    });
    for (const body of [...table.tBodies, table.tFoot]) {
      for (const row of body?.rows ?? []) {
        [...row.cells].forEach((cell, at) => {
          if (cell.colSpan === 1 && names[at]?.text) cell.dataset.label = names[at].text;
        });
      }
    }
  };
  // A time line is marked at round times of the reader's own zone.
  const STEPS = [1, 5, 10, 15, 30, 60, 180, 360, 1440, 10080]; // minutes
  const mark = (line) => {
    const begin = Number(line.dataset.begin), end = Number(line.dataset.end);
    const step = STEPS.find((minutes) => (end - begin) / 60000 / minutes <= 8) ?? STEPS.at(-1);
    const [low, high] = ["y1", "y2"].map((y) => line.querySelector("line.tick")?.getAttribute(y));
    line.querySelectorAll(".tick").forEach((e) => e.remove());
    const add = (name, facts, text = "") => {
      const e = document.createElementNS("http://www.w3.org/2000/svg", name);
      Object.entries({ class: "tick", ...facts }).forEach(([key, value]) => e.setAttribute(key, value));
      e.textContent = text;
      line.prepend(e);
    };
    const at = new Date(begin);
    for (at.setHours(0, 0, 0, 0); at <= end; at.setMinutes(at.getMinutes() + step)) {
      if (at < begin) continue;
      const x = 100 * (at - begin) / Math.max(1, end - begin), said = local(at.getTime());
      add("line", { x1: `${x}%`, x2: `${x}%`, y1: low ?? 18, y2: high ?? "100%" });
      if (x < 95) add("text", { x: `${x}%`, dx: 3, y: 13 }, step < 1440 ? said.slice(11, 16) : said.slice(5, 10));
    }
  };
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

  const localise = (root) => {
    root.querySelectorAll(".timeline[data-begin]").forEach(mark);
    root.querySelectorAll("[data-zone]").forEach((e) => { e.textContent = zone; });
    for (const e of root.querySelectorAll("time[data-ms]")) e.textContent = local(Number(e.dataset.ms));
    if (root.matches?.("table")) label(root);
    root.querySelectorAll("table").forEach(label);
    tick();
  };
  localise(document);
  // By hand: with scrollIntoView() some browsers begin there with Tab, and the skip link is missed.
  const current = document.querySelector("header nav [aria-current]");
  if (current) {
    const bar = current.parentElement, middle = (each) => each.getBoundingClientRect().left + each.offsetWidth / 2;
    bar.scrollLeft += middle(current) - middle(bar);
  }
  document.body.addEventListener("htmx:load", (event) => localise(event.target));
  setInterval(tick, 1000);

  const keys = document.getElementById("keys");
  const isText = (e) => e.matches("input:not([type=checkbox]):not([type=range]), textarea, select");
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey && event.key === "Enter" && event.target.id === "file") {
      event.target.form.requestSubmit();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (isText(event.target)) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    const search = document.getElementById("search");
    if (event.key === "/" && search) {
      event.preventDefault();
      search.focus();
    } else if (event.key === "?" && search && !keys.open) {
      event.preventDefault();
      keys.showModal();
    } else if (event.key === "n" && search && !keys.open) {
      location.href = "/submit";
    }
  });
  document.getElementById("keys-button")?.addEventListener("click", () => keys.showModal());

  document.addEventListener("click", async (event) => {
    const button = event.target.closest?.("[data-copy]");
    if (!button) return;
    const field = document.getElementById(button.dataset.copy);
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      document.execCommand("copy"); // where the page is not served securely
    }
    button.textContent = button.dataset.copied;
  });

  document.addEventListener("submit", (event) => {
    const question = event.target.dataset.confirm;
    if (question && !window.confirm(question)) event.preventDefault();
  });

  // A problem of a job file: to its line and column.
  for (const button of document.querySelectorAll("[data-line]")) {
    button.addEventListener("click", () => {
      const file = document.getElementById("file");
      const lines = file.value.split("\n");
      const before = lines.slice(0, button.dataset.line - 1);
      const at = before.reduce((sum, line) => sum + line.length + 1, 0) + Number(button.dataset.column) - 1;
      file.focus();
      file.setSelectionRange(at, at + 1);
    });
  }
  (document.getElementById("problems") ?? document.querySelector("[aria-invalid]"))?.focus();

  const offline = document.getElementById("offline");
  document.body.addEventListener("htmx:sseError", () => { offline.hidden = false; });
  document.body.addEventListener("htmx:sseOpen", () => { offline.hidden = true; });

  // A log stays at its end unless the reader has scrolled up, and does not grow without limit.
  const log = document.querySelector("[data-follow]");
  if (log) {
    const MOST = 400;
    let atEnd = true;
    log.addEventListener("scroll", () => {
      atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 30;
    });
    log.addEventListener("htmx:sseMessage", () => {
      while (log.childElementCount > MOST) log.firstElementChild.remove();
      if (atEnd) log.scrollTop = log.scrollHeight;
    });
    // After the connection was lost the server tells all of it anew.
    let opened = false;
    document.body.addEventListener("htmx:sseOpen", () => {
      if (opened) log.textContent = "";
      opened = true;
    });
  }
})();
