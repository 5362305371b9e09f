"use strict";
// Saves a protocol while it is being entered. Without this script the form works by its buttons.
(() => {
  const form = document.querySelector("form[data-draft]");
  if (!form) return;
  const status = form.querySelector("[data-status]");
  const kept = `seating|${form.dataset.key}`;
  let version = form.dataset.version, timer = 0, busy = false, again = false, sent = false;

  const store = {
    read() { try { return JSON.parse(localStorage.getItem(kept)); } catch { return null; } },
    write(value) { try { localStorage.setItem(kept, JSON.stringify(value)); } catch { /* full or forbidden: the server keeps the draft */ } },
    clear() { try { localStorage.removeItem(kept); } catch { /* as above */ } },
  };
  const fields = () => {
    const found = {};
    for (const [name, text] of new FormData(form)) if (name !== "form_token") found[name] = text;
    return found;
  };
  const say = (text, bad) => {
    status.textContent = text;
    status.classList.toggle("fault", Boolean(bad));
  };
  const fill = (values) => {
    for (const one of form.elements) {
      if (!one.name || one.type === "hidden" || one.tagName === "BUTTON") continue;
      const text = values[one.name];
      if (one.type === "radio" || one.type === "checkbox") one.checked = text === one.value;
      else one.value = text ?? "";
    }
  };

  const later = (milliseconds) => { clearTimeout(timer); timer = setTimeout(save, milliseconds); };

  async function save() {
    if (busy) { again = true; return; }
    busy = true; again = false;
    const values = fields();
    const body = new URLSearchParams(values);
    body.set("form_token", form.elements.form_token.value);
    try {
      const answer = await fetch(form.dataset.draft, {
        method: "POST", body, headers: { Accept: "application/json" },
      });
      const told = await answer.json();
      if (answer.ok) {
        version = String(told.version);
        if (JSON.stringify(values) === JSON.stringify(fields())) store.clear();
        say(`${form.dataset.saved} ${told.saved}.`);
      } else {
        say(`${form.dataset.kept} ${told.refused}`, true);
      }
    } catch {
      say(form.dataset.lost, true);
      later(4000);
    }
    busy = false;
    if (again) later(0);
  }

  const changed = () => {
    if (sent) return;
    store.write({ version, fields: fields() });
    later(600);
  };
  form.addEventListener("input", changed);
  form.addEventListener("change", changed);
  window.addEventListener("online", () => { if (store.read()) later(0); });
  form.addEventListener("submit", () => { sent = true; clearTimeout(timer); });
  // a page that comes back from the browser's memory is being entered again
  window.addEventListener("pageshow", () => { sent = false; });

  const here = store.read();
  if (here && !document.getElementById("faults")) {
    if (here.version === version) {
      fill(here.fields);
      later(0);
    } else {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "plain";
      button.textContent = form.dataset.found;
      button.addEventListener("click", () => { fill(here.fields); button.remove(); changed(); });
      status.after(button);
    }
  } else if (here) {
    store.write({ version, fields: fields() });
  }
})();
