// One message as an element: bubble, keyboard, marks.

import { colour, el } from "./dom.js";
import { clock, fillTimes } from "./dates.js";

// `context`: { userId, group, language, previous, busy(message, button), tap, link, jump }
export function messageElement(message, context) {
  if (message.service !== null) {
    return el("div", { className: "service", "data-id": message.id }, el("span", {}, message.service));
  }
  const own = message.from.id === context.userId;
  const element = el("article", { className: "message", "data-id": message.id });
  element.classList.toggle("own", own);
  element.classList.toggle("ephemeral", message.ephemeral);
  element.append(bubble(message, own, context));
  const markup = message.reply_markup?.inline_keyboard;
  if (markup) element.append(keyboard(message, markup, context));
  return element;
}

function bubble(message, own, context) {
  const bubble = el("div", { className: "bubble" });
  const first = context.previous?.service !== null || context.previous?.from.id !== message.from.id;
  if (context.group && !own && first) {
    const name = el("div", { className: "sender" }, message.from.name);
    name.style.color = colour(message.from.id);
    bubble.append(name);
  }
  if (message.via) bubble.append(el("div", { className: "note" }, `via ${message.via}`));
  if (message.ephemeral) bubble.append(el("div", { className: "note" }, "Only you see this"));
  if (message.reply_to) bubble.append(replied(message.reply_to, context));
  bubble.append(words(message, context));
  if (message.photo) {
    bubble.insertBefore(photo(message.photo), message.photo.below ? null : bubble.lastChild);
    bubble.classList.add("with-photo");
    bubble.classList.toggle("below", message.photo.below);
    bubble.classList.toggle("bare", !message.text);
  }
  if (message.document) bubble.insertBefore(file(message.document), bubble.lastChild);
  return bubble;
}

function file({ url, name, size }) {
  return el("a", { className: "file", href: url, download: name }, `📄 ${name} · ${size} bytes`);
}

function photo({ url, width, height }) {
  return el("img", { className: "photo", src: url, alt: "Photo", width, height });
}

function words(message, context) {
  const text = el("div", { className: "text" });
  // Built by the server from entities; nothing of it is anybody's own HTML.
  text.innerHTML = message.html;
  fillTimes(text, context.language);
  wireLinks(text, context);
  // The invisible twin keeps the last line clear of the time in the corner.
  text.append(el("span", { className: "room", "aria-hidden": "true" }, meta(message, context)), meta(message, context));
  return text;
}

function meta(message, context) {
  const marks = [message.silent ? "🔕" : "", message.edited ? "edited" : "", clock(message.date, context.language)];
  return el("span", { className: "meta" }, marks.filter(Boolean).join(" "));
}

function replied(reply, context) {
  const quote = el("button", { type: "button", className: "quote", on: { click: () => context.jump(reply.id) } });
  quote.append(el("b", {}, reply.name), el("span", {}, reply.text || "Photo"));
  return quote;
}

function wireLinks(text, context) {
  for (const link of text.querySelectorAll("a")) {
    if (link.dataset.url !== undefined) {
      link.href = /^https?:/.test(link.textContent) ? link.textContent : `https://${link.textContent}`;
    }
    if (!link.hasAttribute("href")) {
      link.tabIndex = 0;
      link.setAttribute("role", "link");
    }
    const follow = (event) => {
      if (event.type === "keydown" && event.key !== "Enter") return;
      event.preventDefault();
      context.link(link);
    };
    link.addEventListener("click", follow);
    link.addEventListener("keydown", follow);
  }
  for (const spoiler of text.querySelectorAll(".spoiler")) {
    const reveal = () => spoiler.classList.add("revealed");
    spoiler.addEventListener("click", reveal);
    spoiler.addEventListener("keydown", (event) => event.key === "Enter" && reveal());
  }
}

function keyboard(message, rows, context) {
  const board = el("div", { className: "keyboard", role: "group", "aria-label": "Buttons" });
  rows.forEach((row, rowIndex) => {
    const line = el("div", { className: "row" });
    row.forEach((button, column) => line.append(key(message, button, rowIndex, column, context)));
    board.append(line);
  });
  return board;
}

function key(message, button, row, column, context) {
  const element = el("button", { type: "button", className: "key", tabIndex: -1, title: button.text });
  element.dataset.row = row;
  element.dataset.column = column;
  if (button.style) element.classList.add(button.style);
  element.append(el("span", {}, button.text));
  if (button.url) element.append(el("i", { "aria-hidden": "true" }, "↗"));
  if (button.disabled) element.setAttribute("aria-disabled", "true");
  if (context.busy(message, button)) element.setAttribute("aria-busy", "true");
  element.addEventListener("click", () => context.tap(message, button, element));
  return element;
}
