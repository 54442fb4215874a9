// Hears the state of the work, shows how far a job is, and draws a page again that is old.
"use strict";

const shown = { version: null, busy: false, asked: 0 };
const typed = new Map();  // what was typed and not sent yet, by the field: a page drawn again keeps it

function byId(name) { return document.getElementById(name); }

function tell(job) {
  const box = byId("job");
  if (!box) return;
  const busy = "share" in job;
  if (box.hidden === busy) box.hidden = !busy;
  if (!busy) return;
  byId("doing").textContent = job.doing;
  byId("seconds").textContent = job.seconds + " s";
  const bar = byId("share");
  if (job.share > 0) bar.value = job.share; else bar.removeAttribute("value");
}

async function drawAgain() {
  const own = ++shown.asked;  // an answer that comes after a later question is an old one
  const answer = await fetch(location.href, { headers: { accept: "text/html" } });
  const text = await answer.text();
  if (!answer.ok || own !== shown.asked) return;
  const page = new DOMParser().parseFromString(text, "text/html");
  const focus = document.activeElement && document.activeElement.id;
  document.body.dataset.version = page.body.dataset.version;
  const top = window.scrollY;
  for (const part of ["header", "main"]) {
    const next = page.querySelector(part);
    const now = document.querySelector(part);
    if (next && now) now.replaceWith(document.adoptNode(next));
  }
  for (const [name, value] of typed) {
    const field = byId(name);
    if (field && !field.closest("[data-live]")) field.value = value;
  }
  document.title = page.title;
  document.documentElement.lang = page.documentElement.lang;
  const faults = byId("faults");
  window.scrollTo(0, faults ? 0 : top);
  const target = faults || (focus && byId(focus));
  if (target) target.focus({ preventScroll: !faults });
  begin();
}

function listen() {
  const stream = new EventSource("events");
  stream.onmessage = (event) => {
    const state = JSON.parse(event.data);
    const first = shown.version === null;
    const old = first ? document.body.dataset.version !== state.version.split(".")[0]
                      : shown.version !== state.version;
    const ended = shown.busy && !("share" in state);
    shown.version = state.version;
    shown.busy = "share" in state;
    if (old || ended) drawAgain().then(() => tell(state)); else tell(state);
  };
}

async function upload(input) {
  const file = input.files[0];
  if (!file) return;
  await fetch("upload?name=" + encodeURIComponent(file.name), { method: "PUT", body: file });
}

function look(form) {
  const asked = new URLSearchParams(new FormData(form)).toString();
  history.replaceState(null, "", location.pathname + "?" + asked);
  drawAgain();
}

function begin() {
  for (const own of document.querySelectorAll("form[data-live]")) {
    own.onchange = () => look(own);
    own.onsubmit = (event) => { event.preventDefault(); look(own); };
  }
  for (const own of document.querySelectorAll("[data-sends]")) {
    own.onchange = () => own.form.requestSubmit();
  }
  for (const own of document.querySelectorAll("[data-upload]")) {
    own.onchange = () => upload(own);
  }
}

document.addEventListener("input", (event) => {
  const field = event.target;
  if (field.id && field.matches("input:not([type]), textarea")) typed.set(field.id, field.value);
});
document.addEventListener("submit", (event) => {
  const form = event.target;
  if ((event.submitter && event.submitter.formMethod || form.method) !== "post") return;
  if (form.dataset.sent) { event.preventDefault(); return; }  // pressed twice is meant once
  form.dataset.sent = "1";
  const version = document.createElement("input");  // of the work that the page shows
  Object.assign(version, { type: "hidden", name: "version", value: document.body.dataset.version });
  form.append(version);
});
addEventListener("pageshow", () => {
  for (const own of document.querySelectorAll("[data-sent]")) delete own.dataset.sent;
});

const faults = byId("faults");
if (faults) faults.focus();
begin();
if (byId("job")) listen();
