(() => {
  "use strict";
  const source = document.getElementById("trajectories");
  const viewer = document.getElementById("viewer");
  if (!source || !viewer) return;
  const items = JSON.parse(source.textContent);
  const rows = [...document.querySelectorAll("#gallery-table tbody tr")];
  const names = { fixed: "Fixed", still_failing: "Still failing", broken: "Broken" };
  const state = { item: 0, turn: 0, all: false, kind: "" };

  // Text enters the page through text nodes only, never as markup.
  const el = (tag, attributes = {}, ...children) => {
    const made = document.createElement(tag);
    for (const [key, value] of Object.entries(attributes)) {
      if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
      else if (value === true) made.setAttribute(key, "");
      else if (value !== false && value !== null) made.setAttribute(key, value);
    }
    made.append(...children.filter((child) => child !== null && child !== undefined));
    return made;
  };
  const words = (text) => String(text).replaceAll("_", " ");
  const count = (number) => Number(number).toLocaleString("en");
  const mark = (good) => el("span", { class: good ? "ok" : "no-ok" }, good ? "✓" : "✗",
    el("span", { class: "visually-hidden" }, good ? " yes " : " no "));
  const badge = (text, tone) => el("span", { class: `badge ${tone}` }, text);

  const parsed = (text) => { try { return JSON.parse(text); } catch { return undefined; } };
  const pretty = (text) => { const value = parsed(text); return value === undefined ? text : JSON.stringify(value, null, 1); };
  const failed = (part) => part.success === false;
  const written = (call) => typeof call.arguments === "string" ? `${call.name}(${call.arguments})`
    : `${call.name}(${Object.entries(call.arguments).map(([k, v]) => `${k}=${JSON.stringify(v)}`).join(", ")})`;

  function gist(turn) {
    const gists = [];
    if (turn.actor === "context") {
      const user = turn.parts.filter((part) => part.role === "user").at(-1);
      return [el("span", {}, user ? `Request: ${user.text}` : "Context")];
    }
    for (const part of turn.parts.filter((p) => p.role === "assistant")) {
      for (const call of part.calls || []) {
        const result = turn.parts.find((p) => p.role === "tool" && p.answers === call.id);
        if (result && "success" in result) gists.push(mark(result.success), " ");
        gists.push(el("span", { class: "tool" }, written(call)), " ");
      }
      if (!(part.calls || []).length) gists.push(el("span", {}, part.text || "(nothing said)"));
    }
    return gists;
  }

  function body(turn) {
    const parts = turn.parts.flatMap((part) => {
      const flags = part.flags.length ? ` · ${part.flags.map(words).join(", ")}` : "";
      if (part.role === "tool") {
        return [el("span", { class: "who" }, `Result${flags}`), el("pre", { class: failed(part) ? "failed" : "" }, pretty(part.text))];
      }
      const shown = [];
      if (part.role === "system") {
        return [el("details", {}, el("summary", {}, "System message"), el("pre", {}, part.text))];
      }
      const who = part.role === "user" ? "User" : "Planner";
      if (part.reasoning) shown.push(el("span", { class: "who" }, "Reasoning"), el("div", { class: "said muted" }, part.reasoning));
      if (part.text) shown.push(el("span", { class: "who" }, `${who}${flags}`), el("div", { class: "said" }, part.text));
      for (const call of part.calls || []) {
        const text = typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments, null, 1);
        shown.push(el("span", { class: "who" }, `Call${flags}`), el("pre", {}, `${call.name} ${text}`));
      }
      return shown;
    });
    return el("div", { class: "body" }, ...parts);
  }

  function verdict(side) {
    const v = side.verdict;
    if (!v) return [el("h5", {}, "Verdict"), el("p", { class: "muted" }, side.valid ? "Not verified." : `Invalid episode: ${side.invalid_reason || "no reason recorded"}`)];
    const lines = v.results.map((r) => {
      const asked = items[state.item].criteria[r.index];
      const note = r.positive && r.initially ? " (true from the start)" : "";
      return el("li", {}, mark(r.finally_), asked || r.detail, el("span", { class: "muted" }, `${asked ? ` – ${r.detail}` : ""}${note}`));
    });
    lines.push(el("li", {}, mark(v.checker_passed), "primary checker"));
    if (!v.memory_gate) lines.push(el("li", {}, mark(false), "memory gate: a needed record was never retrieved"));
    if (!v.skill_gate) lines.push(el("li", {}, mark(false), "skill gate: the needed skill was never loaded"));
    return [el("h5", {}, "Verdict per criterion"), el("ul", { class: "criteria" }, ...lines), el("p", { class: "muted" }, `${v.summary}${/[.!?]$/.test(v.summary) ? "" : "."} Progress ${Number(v.progress).toFixed(2)}.`)];
  }

  function diagnoses(side) {
    return side.diagnoses.map((d) => el("div", { class: "diagnosis" },
      el("b", {}, `Diagnosis: ${words(d.cause)}`), ` (${words(d.side)}${d.turn === null ? "" : `, turn ${d.turn + 1}`}). ${d.evidence} `,
      el("span", { class: "muted" }, `confidence ${Number(d.confidence).toFixed(2)}, ${d.tested ? "tested by intervention" : "not tested"}, by ${d.author}`)));
  }

  function column(side, title, css) {
    const tone = !side.valid ? "warn" : side.success ? "good" : "bad";
    const outcome = !side.valid ? "invalid" : side.success ? "success" : "failure";
    const last = side.turns.length - 1;
    const turns = side.turns.map((turn, index) => {
      const current = index === Math.min(state.turn, last);
      const open = current || state.all;
      const button = el("button", { class: "row", type: "button", "aria-expanded": String(open), onclick: () => go(index) },
        el("span", { class: "no" }, String(index)), el("span", { class: "gist" }, ...gist(turn)));
      return el("li", { class: current ? "current" : "", "aria-current": current ? "step" : null }, button, open ? body(turn) : null);
    });
    const c = side.cost;
    return el("section", { class: `side ${css}`, "aria-label": title },
      el("h4", {}, title, badge(outcome, tone), el("span", { class: "muted" }, `stop: ${words(side.stop)}`)),
      el("p", { class: "muted" }, `${count(c.input_tokens)} input tokens, ${count(c.output_tokens)} output tokens, ${c.tool_calls} tool ${c.tool_calls === 1 ? "call" : "calls"}, ${c.turns} ${c.turns === 1 ? "turn" : "turns"}`),
      el("p", { class: "muted" }, el("code", { class: "id" }, side.id), " under ", el("code", { class: "id" }, side.planner), " and ", el("code", { class: "id" }, side.harness)),
      el("ol", { class: "turns" }, ...turns), ...verdict(side), ...diagnoses(side));
  }

  const longest = () => Math.max(...items[state.item].sides.map((side) => side.turns.length)) - 1;
  const visible = () => items.map((item, i) => i).filter((i) => !state.kind || items[i].kind === state.kind);

  function neighbour(step) {
    const shown = visible();
    return shown[shown.indexOf(state.item) + step];
  }

  function build() {
    const item = items[state.item];
    const button = (name, label, act) => el("button", { type: "button", "data-act": name, onclick: act }, label);
    const slider = el("input", { type: "range", min: 0, max: longest(), step: 1, "aria-label": "Turn", oninput: (e) => go(Number(e.target.value)) });
    viewer.replaceChildren(
      el("h3", {}, item.request || item.task),
      el("p", { class: "muted" }, `${names[item.kind]} · ${words(item.capability)} · `, el("code", { class: "id" }, item.task)),
      el("div", { class: "controls", role: "group", "aria-label": "Step through; the left and right arrow keys work too" },
        button("previous", "← Turn", () => go(state.turn - 1)), slider, button("next", "Turn →", () => go(state.turn + 1)),
        el("output", { "aria-live": "polite" }),
        button("all", "Open all turns", () => { state.all = !state.all; draw(); }),
        button("earlier", "Previous task", () => choose(neighbour(-1))), button("later", "Next task", () => choose(neighbour(1)))),
      el("div", { class: "sides" }));
  }

  function draw() {
    const focused = viewer.contains(document.activeElement) ? document.activeElement.closest(".side") : null;
    const sides = viewer.querySelector(".sides");
    const side = focused ? [...sides.children].indexOf(focused) : -1;
    const item = items[state.item];
    sides.replaceChildren(column(item.sides[0], "Before", "before"), column(item.sides[1], "After", "after"));
    if (side >= 0) sides.children[side].querySelector(".current > .row").focus({ preventScroll: true });
    const slider = viewer.querySelector("input");
    slider.value = state.turn;
    slider.setAttribute("aria-valuetext", `turn ${state.turn} of ${longest()}`);
    viewer.querySelector("output").textContent = state.turn ? `Turn ${state.turn} of ${longest()}` : "The request";
    const can = { previous: state.turn > 0, next: state.turn < longest(), earlier: neighbour(-1) !== undefined, later: neighbour(1) !== undefined };
    for (const [name, able] of Object.entries(can)) viewer.querySelector(`[data-act=${name}]`).disabled = !able;
    viewer.querySelector("[data-act=all]").setAttribute("aria-pressed", String(state.all));
  }

  function go(turn) {
    state.turn = Math.max(0, Math.min(turn, longest()));
    draw();
  }

  function choose(index) {
    if (items[index] === undefined) return;
    state.item = index;
    state.turn = 1;
    rows.forEach((row, i) => {
      row.classList.toggle("chosen", i === index);
      const link = row.querySelector("a");
      if (i === index) link.setAttribute("aria-current", "true"); else link.removeAttribute("aria-current");
    });
    viewer.hidden = false;
    build();
    go(1);
  }

  function filter(kind) {
    state.kind = kind;
    rows.forEach((row, i) => { row.hidden = Boolean(kind) && items[i].kind !== kind; });
    for (const button of filters.children) button.setAttribute("aria-pressed", String(button.dataset.kind === kind));
    if (!visible().includes(state.item)) choose(visible()[0]); else draw();
  }

  function follow() {
    const target = decodeURIComponent(location.hash.slice(1));
    const index = target.startsWith("see-") ? items.findIndex((item) => item.sides.some((side) => `see-${side.id}` === target)) : -1;
    if (index >= 0) show(index);
  }

  function show(index) {
    choose(index);
    viewer.focus({ preventScroll: true });
    viewer.scrollIntoView({ block: "start" });
  }

  viewer.addEventListener("keydown", (event) => {
    const moves = { ArrowLeft: state.turn - 1, ArrowRight: state.turn + 1, Home: 0, End: longest() };
    if (!(event.key in moves) || event.target.matches("input, pre") || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    go(moves[event.key]);
  });
  rows.forEach((row, index) => row.querySelector("a").addEventListener("click", (event) => { event.preventDefault(); show(index); }));

  const filters = document.getElementById("filters");
  const kinds = ["", ...Object.keys(names)].filter((kind) => !kind || items.some((item) => item.kind === kind));
  for (const kind of kinds) {
    const size = items.filter((item) => !kind || item.kind === kind).length;
    filters.append(el("button", { type: "button", "data-kind": kind, onclick: () => filter(kind) }, `${names[kind] || "All"} ${size}`));
  }
  filters.hidden = false;
  choose(0);
  filter("");
  addEventListener("hashchange", follow);
  follow();
})();
