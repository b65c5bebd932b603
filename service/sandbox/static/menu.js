// A phone's menu: to block the bot, and to leave or join groups.

import { act, look } from "./api.js";
import { el } from "./dom.js";

export function setUpMenu(phone) {
  const menu = phone.part(".menu");
  menu.addEventListener("toggle", () => menu.open && draw(phone));
  menu.addEventListener("focusout", (event) => menu.contains(event.relatedTarget) || (menu.open = false));
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
}

async function draw(phone) {
  const { user, started } = phone.state;
  const entries = [];
  if (started && !user.blocked) entries.push(entry(phone, "Block the bot", "block", { user: user.id }));
  if (user.blocked) entries.push(entry(phone, "Unblock the bot", "unblock", { user: user.id }));
  for (const group of (await look("chats")).filter((chat) => chat.type !== "private" && !chat.migrated_to)) {
    const inside = !["left", "kicked", undefined].includes(group.members[user.id]);
    const change = { chat: group.id, user: user.id, by: user.id, status: inside ? "left" : "member" };
    entries.push(entry(phone, `${inside ? "Leave" : "Join"} ${group.title}`, "members", change));
  }
  phone.part(".entries").replaceChildren(...entries);
}

function entry(phone, label, path, body) {
  const click = () => {
    phone.part(".menu").open = false;
    phone.attempt(act(path, body));
  };
  return el("button", { type: "button", on: { click } }, label);
}
