// The messages of the open chat, and where the reader stands in them.

import { el, onceAFrame } from "./dom.js";
import { day, sameDay } from "./dates.js";
import { buttonsOf, moveAmongButtons, setTabStop } from "./keys.js";
import { messageElement } from "./messages.js";

const NEAR_BOTTOM = 48;
// Older messages leave the page; the server remembers them.
const SHOWN = 200;

export class ChatLog {
  // `context`: see messages.js; `onBottom`: the newest message is in sight.
  constructor(element, down, context, onBottom) {
    this.element = element;
    this.down = down;
    this.context = context;
    this.onBottom = onBottom;
    this.messages = [];
    this.missed = 0;
    // Whether the reader follows the newest message; his own scrolling decides.
    this.following = true;
    this.lastTop = 0;
    this.moving = false;
    this.settleSoon = onceAFrame(() => this.settle());
    element.addEventListener("scroll", () => this.scrolled(), { passive: true });
    element.addEventListener("keydown", (event) => moveAmongButtons(element, event));
    element.addEventListener("focusin", (event) => event.target.matches(".key") && setTabStop(element, event.target));
    down.addEventListener("click", () => this.toBottom());
    // Photos that arrive late and a keyboard that opens change heights: keep the bottom in sight.
    new ResizeObserver(() => this.settleSoon()).observe(element);
    element.addEventListener("load", () => this.toBottomIfFollowing(), true);
  }

  // `about`: what an empty chat says.
  show(messages, about = "") {
    this.messages = [...messages];
    this.missed = 0;
    this.following = true;
    this.element.replaceChildren(...messages.flatMap((message, index) => this.build(message, messages[index - 1])));
    if (!messages.length && about) this.element.append(el("div", { className: "about" }, el("b", {}, "What can this bot do?"), about));
    setTabStop(this.element, null);
    this.settle();
    this.drawDown();
  }

  add(message, { follow }) {
    const previous = this.messages.at(-1);
    this.messages.push(message);
    const built = this.build(message, previous);
    built.at(-1).classList.add("arriving");
    this.element.append(...built);
    setTabStop(this.element, this.element.contains(document.activeElement) ? document.activeElement : null);
    if (follow || this.following) this.toBottom();
    else this.missed += 1;
    if (this.following) this.forgetOldest();
    this.drawDown();
  }

  // An edit changes what is there and scrolls nowhere; a focused button keeps the focus.
  edit(message) {
    const index = this.messages.findIndex((one) => one.id === message.id);
    if (index < 0) return;
    this.messages[index] = message;
    const old = this.find(message.id);
    const focused = old.contains(document.activeElement) ? document.activeElement : null;
    const replacement = this.build(message, this.messages[index - 1]).at(-1);
    old.replaceWith(replacement);
    this.refocus(replacement, focused);
    this.toBottomIfFollowing();
  }

  refocus(replacement, focused) {
    const { row, column } = focused?.dataset ?? {};
    const same = replacement.querySelector(`.key[data-row="${row}"][data-column="${column}"]`);
    const next = focused && (same ?? replacement.querySelector(".key"));
    setTabStop(this.element, next);
    if (next) next.focus({ preventScroll: true });
    else if (focused) this.element.focus({ preventScroll: true });
  }

  remove(messageId) {
    this.messages = this.messages.filter((one) => one.id !== messageId);
    const element = this.find(messageId);
    if (!element) return;
    if (element.contains(document.activeElement)) this.element.focus({ preventScroll: true });
    element.remove();
    setTabStop(this.element, null);
    this.toBottomIfFollowing();
  }

  forgetOldest() {
    while (this.messages.length > SHOWN) this.messages.shift();
    while (this.element.childElementCount > 2 * SHOWN) this.element.firstElementChild.remove();
  }

  jump(messageId) {
    const element = this.find(messageId);
    element?.scrollIntoView({ block: "center", behavior: "smooth" });
    element?.classList.add("pointed");
    element?.addEventListener("animationend", () => element.classList.remove("pointed"), { once: true });
  }

  button(messageId, data) {
    const message = this.messages.find((one) => one.id === messageId);
    const labels = message?.reply_markup?.inline_keyboard.flat() ?? [];
    const buttons = buttonsOf(this.find(messageId) ?? this.element);
    return labels.flatMap((label, index) => (label.callback_data === data && buttons[index] ? [buttons[index]] : []));
  }

  build(message, previous) {
    const apart = !previous || !sameDay(previous.date, message.date);
    const context = { ...this.context(), previous: apart ? null : previous };
    const date = apart ? [el("div", { className: "service date" }, el("span", {}, day(message.date, context.language)))] : [];
    return [...date, messageElement(message, { ...context, previous: previous ?? null })];
  }

  find(messageId) {
    return this.element.querySelector(`[data-id="${messageId}"]`);
  }

  atBottom() {
    const { scrollHeight, scrollTop, clientHeight } = this.element;
    return scrollHeight - scrollTop - clientHeight < NEAR_BOTTOM;
  }

  toBottom() {
    this.following = true;
    this.missed = 0;
    this.moving = true;
    this.settleSoon();
    this.onBottom();
    this.drawDown();
  }

  toBottomIfFollowing() {
    if (this.following) this.toBottom();
  }

  settle() {
    this.moving = false;
    if (this.following) this.element.scrollTop = this.element.scrollHeight;
    this.lastTop = this.element.scrollTop;
  }

  // Only the reader scrolls upwards; downwards it may be us, with a message more below than we knew of.
  scrolled() {
    const upwards = this.element.scrollTop < this.lastTop - 1;
    this.lastTop = this.element.scrollTop;
    if (this.moving && !upwards) return;
    this.following = this.atBottom();
    if (this.following) {
      this.missed = 0;
      this.onBottom();
    }
    this.drawDown();
  }

  drawDown() {
    this.down.hidden = this.following;
    this.down.querySelector(".badge").textContent = this.missed || "";
  }
}
