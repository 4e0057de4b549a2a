// What a person does without a mouse. The key map comes from the server (body[data-keys]), which draws the badges and
// the help sheet from the same map; here each key only finds the element that says `data-does` and uses it.
"use strict";

(() => {
  const keys = JSON.parse(document.body.dataset.keys);
  const rowsOf = () => [...document.querySelectorAll("[data-row]")];
  const current = () => document.querySelector("[data-row][data-current]");

  // --- the current row of a list ---

  function take(row, { focus = true, scroll = focus } = {}) {
    if (!row) return;
    current()?.removeAttribute("data-current");
    row.setAttribute("data-current", "");
    if (focus) row.querySelector("a.claim")?.focus({ preventScroll: true });
    if (scroll) row.scrollIntoView({ block: "nearest" });
  }

  function step(by) {
    const rows = rowsOf();
    const at = rows.indexOf(current());
    take(rows[Math.min(Math.max(at + by, 0), rows.length - 1)]);
  }

  function begin() {
    const named = document.getElementById(location.hash.slice(1));
    if (!current()) take(named?.hasAttribute("data-row") ? named : rowsOf()[0], { focus: false });
  }

  // --- the selection ---

  const ticks = () => [...document.querySelectorAll("[data-row] input[name=item]")];
  const every = () => document.querySelector("input[name=every]");

  function told() {
    const place = document.querySelector("[data-selected]");
    if (!place) return;
    const all = every()?.checked;
    const many = all ? Number(place.dataset.total) : ticks().filter((tick) => tick.checked).length;
    place.textContent = (many === 1 ? place.dataset.one : place.dataset.other).replace("{n}", many.toLocaleString());
    const page = document.querySelector("[data-does=select_page]");
    if (page) page.checked = all || (many > 0 && many === ticks().length);
  }

  function tickCurrent() {
    const tick = current()?.querySelector("input[name=item]");
    if (tick) tick.click();
  }

  // An act from the keyboard is on what is selected, else on the current row.
  function chosen() {
    if (!every()?.checked && !ticks().some((tick) => tick.checked)) tickCurrent();
  }

  document.addEventListener("change", (event) => {
    const field = event.target;
    if (field.matches("[data-does=select_page]")) {
      for (const tick of ticks()) tick.checked = field.checked;
      if (every()) every().checked = false;
    } else if (field.matches("input[name=every]")) {
      for (const tick of ticks()) tick.checked = field.checked;
    } else if (field.matches("[data-row] input[name=item]")) {
      if (every()) every().checked = false;
      take(field.closest("[data-row]"), { focus: false });
    } else if (field.matches("[data-act]")) {
      shape(field.form);
    } else if (field.matches("[data-sends]")) {
      field.form.requestSubmit();
    }
    told();
  });

  document.addEventListener("focusin", (event) => {
    const row = event.target.closest?.("[data-row]");
    if (row && row !== current()) take(row, { focus: false });
  });

  // --- the form of an act: a reason is asked for where the act needs one ---

  function shape(form) {
    const act = form?.querySelector("[data-act]:checked");
    if (!act) return;
    const needs = act.hasAttribute("data-needs-reason");
    for (const field of form.querySelectorAll("[data-with-reason]")) field.hidden = !needs;
    for (const field of form.querySelectorAll("[data-required]")) field.required = needs;
  }

  // --- keys ---

  const moves = {
    next: () => step(1),
    previous: () => step(-1),
    select: tickCurrent,
    open: () => current()?.querySelector("a.claim")?.click(),
    help: () => sheet(),
    leave: () => leave(),
    send: (target) => {
      const form = sent(target);
      form?.requestSubmit(form.querySelector("button.main"));
    },
  };

  // The form that a key sends: the one that is written in, else the one of the page.
  const byKey = "[data-sent-by-key]";
  const sent = (target) => (target.form ? target.form.closest(byKey) : document.querySelector(byKey));

  function sheet() {
    const dialog = document.getElementById("keys");
    if (dialog.open) dialog.close();
    else dialog.showModal();
  }

  function leave() {
    const dialog = document.querySelector("dialog[open]");
    if (dialog) dialog.close();
    else if (document.activeElement !== document.body) document.activeElement.blur();
  }

  const writes = (target) =>
    target.isContentEditable ||
    target.matches?.("textarea, select, input:not([type=checkbox], [type=radio], [type=submit])");

  function matching(event) {
    const control = event.ctrlKey || event.metaKey;
    return keys.find(
      (key) =>
        key.code === event.code && key.shift === event.shiftKey && key.control === control && !event.altKey &&
        usable(key, event.target),
    );
  }

  // A key works where its page has something for it to do.
  function usable(key, target) {
    if (key.name === "send") return sent(target) !== null;
    if (["help", "leave"].includes(key.name)) return true;
    const found = document.querySelector(`[data-does="${key.name}"]`);
    return found !== null || (["next", "previous", "select", "open"].includes(key.name) && rowsOf().length > 0);
  }

  function use(key, target) {
    const found = document.querySelector(`[data-does="${key.name}"]`);
    if (!found) {
      moves[key.name]?.(target);
      return;
    }
    if (found.hasAttribute("data-on-selection")) chosen();
    if (found.matches("[data-act]")) {
      found.click();
      found.form.querySelector("textarea")?.focus();
    } else if (found.matches("input[type=search], input[type=text], select, textarea")) found.focus();
    else found.click();
  }

  let composing = false;
  let waits = null;

  document.addEventListener("compositionstart", () => {
    composing = true;
  });
  document.addEventListener("compositionend", () => {
    composing = false;
    const send = waits;
    waits = null;
    if (send) setTimeout(send);
  });

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented) return;
    const key = matching(event);
    if (!key) return;
    if (composing || event.isComposing || event.keyCode === 229) {
      // The syllable under way belongs to the field; what sends the form waits for its end.
      if (key.name === "send") waits = () => moves.send(event.target);
      return;
    }
    if (writes(event.target) && !["send", "leave"].includes(key.name)) return;
    if (key.name === "open" && event.target.matches?.("a, button, summary, input")) return;
    if (document.querySelector("dialog[open]") && !["help", "leave"].includes(key.name)) return;
    if (event.repeat && !["next", "previous"].includes(key.name)) return;
    event.preventDefault();
    use(key, event.target);
  });

  document.addEventListener("click", (event) => {
    if (event.target.closest?.("[data-opens=keys]")) sheet();
    if (event.target.closest?.("[data-closes]")) event.target.closest("dialog").close();
  });

  // An act sent twice would meet its own conflict.
  document.addEventListener("submit", (event) => {
    if (event.target.dataset.sent) event.preventDefault();
    else if (event.target.method === "post") event.target.dataset.sent = "yes";
  });
  window.addEventListener("pageshow", () => {
    for (const form of document.forms) delete form.dataset.sent;
  });

  function ready() {
    begin();
    told();
    for (const form of document.forms) shape(form);
  }

  document.addEventListener("htmx:after:swap", ready);
  ready();
})();
