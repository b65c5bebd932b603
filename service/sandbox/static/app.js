// The page: one phone per person, fed by one stream of events.

import { act, listen, look } from "./api.js";
import { avatar, badge, el, onceAFrame } from "./dom.js";
import { Phone } from "./phone.js";

const phones = new Map();
const main = document.querySelector(".phones");
const switcher = document.querySelector(".switcher");
let current = null;

async function refresh() {
  const users = (await look("users")).map((user) => user.id);
  for (const [userId, phone] of phones) {
    if (users.includes(userId)) continue;
    phone.element.remove();
    phones.delete(userId);
  }
  if (!phones.has(current)) current = null;
  for (const userId of users) await ensurePhone(userId);
}

async function ensurePhone(userId) {
  if (!phones.has(userId)) {
    const phone = new Phone(userId, switcherSoon);
    phones.set(userId, phone);
    main.append(phone.element);
    current ??= userId;
  }
  await phones.get(userId).reload();
}

function onEvent(event) {
  for (const userId of event.to) {
    if (phones.has(userId)) phones.get(userId).handle(event);
    else ensurePhone(userId);
  }
}

function onConnection(alive) {
  document.querySelector(".connection").hidden = alive;
  // Whatever was missed is in the state.
  if (alive) refresh();
}

const switcherSoon = onceAFrame(drawSwitcher);

// On a narrow screen one phone is shown at a time.
function drawSwitcher() {
  const focused = document.activeElement?.dataset?.person;
  const place = switcher.scrollLeft;
  switcher.replaceChildren(
    ...[...phones.values()].filter((phone) => phone.state).map((phone) => {
      const chosen = phone.userId === current;
      return el(
        "button",
        {
          type: "button", className: "person-tab", role: "tab", "aria-selected": String(chosen), tabIndex: chosen ? 0 : -1,
          "data-person": phone.userId, "aria-label": phone.state.user.name, title: phone.state.user.name,
          on: { click: () => choose(phone.userId), keydown: moveAmongPeople },
        },
        avatar(phone.userId, phone.state.user.name),
        badge(phone.unread()),
      );
    }),
  );
  switcher.scrollLeft = place;
  if (focused) switcher.querySelector(`[data-person="${focused}"]`)?.focus();
  for (const phone of phones.values()) phone.element.classList.toggle("current", phone.userId === current);
}

function choose(userId) {
  current = userId;
  drawSwitcher();
  switcher.querySelector(`[data-person="${userId}"]`)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  phones.get(userId).shown();
}

function moveAmongPeople(event) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const tabs = [...switcher.children];
  const next = step && tabs[(tabs.indexOf(event.currentTarget) + step + tabs.length) % tabs.length];
  if (!next) return;
  next.focus();
  choose(Number(next.dataset.person));
}

function setUpTheme() {
  const root = document.documentElement;
  const saved = localStorage.getItem("theme");
  if (saved) root.dataset.theme = saved;
  document.querySelector("#theme").addEventListener("click", () => {
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    localStorage.setItem("theme", root.dataset.theme);
  });
}

function setUpPeople() {
  const dialog = document.querySelector("#person");
  document.querySelector("#add").addEventListener("click", () => dialog.showModal());
  dialog.addEventListener("close", async () => {
    const form = dialog.querySelector("form");
    const person = Object.fromEntries(new FormData(form));
    if (dialog.returnValue !== "add" || !person.first_name.trim()) return;
    form.reset();
    const groups = (await look("chats")).filter((chat) => chat.type !== "private" && !chat.migrated_to);
    const user = await act("users", { ...person, join: groups.map((group) => group.id) });
    await ensurePhone(user.id);
    choose(user.id);
    phones.get(user.id).element.scrollIntoView({ inline: "end", behavior: "smooth" });
  });
}

setUpTheme();
setUpPeople();
listen(onEvent, onConnection);
