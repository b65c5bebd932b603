// A phone's chats as tabs and as a list.

import { avatar, badge, el } from "./dom.js";
import { clock } from "./dates.js";

export function lastLine(chat) {
  const last = chat.messages.at(-1);
  if (!last) return "";
  const words = last.service ?? (last.text || "Photo");
  const speaker = chat.type !== "private" && last.service === null ? `${last.from.name}: ` : "";
  return speaker + words.split("\n")[0];
}

export function tabs(chats, openId, choose) {
  return chats.map((chat) => {
    const open = chat.id === openId;
    const tab = el(
      "button",
      {
        type: "button", role: "tab", "aria-selected": String(open), tabIndex: open || openId === null ? 0 : -1,
        on: { click: () => choose(chat.id), keydown: moveAmongTabs }, "data-chat": chat.id,
      },
      el("span", { className: "title" }, chat.title),
      badge(chat.unread),
    );
    return tab;
  });
}

function moveAmongTabs(event) {
  const step = { ArrowLeft: "previousElementSibling", ArrowRight: "nextElementSibling" }[event.key];
  event.currentTarget[step]?.click();
}

export function listEntries(chats, language, choose) {
  return chats.map((chat) => {
    const last = chat.messages.at(-1);
    const time = last ? clock(last.date, language) : "";
    const button = el(
      "button",
      { type: "button", on: { click: () => choose(chat.id) } },
      avatar(chat.id, chat.title),
      el("span", { className: "title" }, chat.title),
      el("time", {}, time),
      el("span", { className: "last" }, lastLine(chat)),
      badge(chat.unread),
    );
    return el("li", {}, button);
  });
}
