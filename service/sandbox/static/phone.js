// One person's phone: chats, the open chat, and what the person does.

import { act, look } from "./api.js";
import { listEntries, tabs } from "./chats.js";
import { Composer } from "./composer.js";
import { locale } from "./dates.js";
import { colour, initial, onceAFrame } from "./dom.js";
import { ChatLog } from "./log.js";
import { Inline, shared } from "./inline.js";
import { setUpMenu } from "./menu.js";
import { Overlays } from "./overlays.js";

// How long a tapped button waits visibly for its answer.
const BUSY_MS = 15000;

export class Phone {
  constructor(userId, onChange) {
    this.userId = userId;
    this.onChange = onChange;
    this.state = null;
    this.openId = undefined;
    this.taps = new Map();
    this.early = [];
    this.loading = 0;
    this.element = document.querySelector("#phone-template").content.firstElementChild.cloneNode(true);
    this.part = (selector) => this.element.querySelector(selector);
    this.overlays = new Overlays(this.element);
    this.readSoon = onceAFrame(() => this.markRead());
    this.log = new ChatLog(this.part(".log"), this.part(".down"), () => this.context(), () => this.readSoon());
    this.inline = new Inline(this);
    this.composer = new Composer(
      this.element,
      () => this.chat()?.commands ?? [],
      (...words) => this.send(...words),
      (text) => this.inline.ask(text),
    );
    this.part(".start").addEventListener("click", () => this.pressStart());
    this.part(".back").addEventListener("click", () => this.open(null));
    this.part(".log").addEventListener("dblclick", (event) => this.answer(event));
    this.chatsSoon = onceAFrame(() => this.drawChats());
    setUpMenu(this);
  }

  // State and events

  async load() {
    this.loading += 1;
    const state = await look("state", { user: this.userId }).finally(() => (this.loading -= 1));
    if (this.state && state.number < this.state.number) return;
    this.state = state;
    if (!this.state.started) this.state.chats.push(this.emptyPrivateChat());
    this.state.chats.sort((first, second) => (first.type === "private") - (second.type === "private"));
    for (const event of this.early.splice(0)) if (event.number > state.number) this.handle(event);
    if (this.openId === undefined || (this.openId !== null && !this.chat())) this.openId = this.state.chats[0].id;
    this.draw();
  }

  // The server may be another one now, whose events are numbered from the start.
  async reload() {
    this.early = [];
    if (this.state) this.state.number = -1;
    await this.load();
  }

  emptyPrivateChat() {
    const { bot } = this.state;
    return { id: this.userId, type: "private", title: bot.name, read: 0, unread: 0, messages: [], commands: [], members: [] };
  }

  handle(event) {
    if (event.type === "reload") this.load();
    else if (this.loading) this.early.push(event);
    else if (event.number > this.state.number) this[`on_${event.type}`]?.(event);
  }

  on_message({ message, ring }) {
    const chat = this.chat(message.chat);
    if (!chat) return void this.load();
    const own = message.from.id === this.userId;
    chat.messages.push(message);
    const counts = !own && message.service === null && message.id > chat.read;
    chat.unread += counts ? 1 : 0;
    if (chat.id === this.openId) this.log.add(message, { follow: own });
    if (ring && !own) this.ring(chat, message);
    this.readSoon();
    this.chatsSoon();
  }

  on_edit({ message }) {
    const chat = this.chat(message.chat);
    const index = chat?.messages.findIndex((one) => one.id === message.id) ?? -1;
    if (index < 0) return;
    chat.messages[index] = message;
    if (chat.id === this.openId) this.log.edit(message);
    this.chatsSoon();
  }

  on_delete({ chat: chatId, message_id: messageId }) {
    const chat = this.chat(chatId);
    if (!chat) return;
    const gone = chat.messages.find((one) => one.id === messageId);
    chat.messages = chat.messages.filter((one) => one !== gone);
    if (gone && gone.id > chat.read && gone.from.id !== this.userId) chat.unread = Math.max(0, chat.unread - 1);
    if (chat.id === this.openId) this.log.remove(messageId);
    this.chatsSoon();
  }

  on_read({ chat: chatId, message_id: messageId }) {
    const chat = this.chat(chatId);
    if (!chat) return;
    chat.read = messageId;
    const unread = (one) => one.id > messageId && one.from.id !== this.userId && one.service === null;
    chat.unread = chat.messages.filter(unread).length;
    this.chatsSoon();
  }

  on_answer({ chat, message_id: messageId, data, answer }) {
    this.calm(chat, messageId, data);
    if (!answer.text) return;
    if (answer.show_alert) this.overlays.alert(answer.text);
    else this.overlays.toast(answer.text);
  }

  on_inline(event) {
    this.inline.answered(event);
  }

  on_open({ payload }) {
    this.state.user.start_payload = payload;
    this.open(this.userId);
  }

  ring(chat, message) {
    this.overlays.ring();
    if (chat.id === this.openId) return;
    const speaker = chat.type === "private" ? chat.title : `${message.from.name} · ${chat.title}`;
    this.overlays.banner(speaker, message.text || "Photo", () => this.open(chat.id));
  }

  // Looking

  chat(chatId = this.openId) {
    return this.state?.chats.find((chat) => chat.id === chatId);
  }

  unread() {
    return this.state.chats.reduce((sum, chat) => sum + chat.unread, 0);
  }

  context() {
    return {
      userId: this.userId,
      language: locale(this.state.user.language_code),
      group: this.chat()?.type !== "private",
      busy: (message, button) => this.taps.has(tapKey(message.chat, message.id, button.callback_data)),
      tap: (message, button, element) => this.tap(message, button, element),
      link: (link) => this.follow(link),
      jump: (messageId) => this.log.jump(messageId),
    };
  }

  draw() {
    const { user } = this.state;
    this.element.setAttribute("aria-label", `${user.name}’s phone`);
    const face = this.part(".person .avatar");
    face.textContent = initial(user.name);
    face.style.setProperty("--colour", colour(user.id));
    this.part(".person h2").textContent = user.name;
    this.part(".language").textContent = user.language_code ?? "";
    this.open(this.openId);
  }

  drawChats() {
    const focused = document.activeElement;
    const refocus = this.part(".tabs").contains(focused) ? focused.dataset.chat : null;
    this.part(".tabs").replaceChildren(...tabs(this.state.chats, this.openId, (chatId) => this.open(chatId)));
    if (refocus) this.part(`.tabs [data-chat="${refocus}"]`)?.focus();
    if (this.openId === null) {
      const { language } = this.context();
      const entries = listEntries(this.state.chats, language, (chatId) => this.open(chatId));
      this.part(".list").replaceChildren(...entries);
    }
    this.onChange();
  }

  open(chatId) {
    const focusInTabs = this.part(".tabs").contains(document.activeElement);
    const moved = chatId !== this.openId;
    if (moved) this.composer.reply(null);
    this.openId = chatId;
    const chat = this.chat();
    this.part(".list").hidden = Boolean(chat);
    this.part(".log").hidden = !chat;
    this.part(".back").hidden = !chat;
    this.part(".log").setAttribute("aria-label", chat ? `Messages of ${chat.title}` : "");
    this.element.classList.toggle("in-group", chat?.type !== "private");
    // A new state that says nothing new about this chat leaves the reader where he is.
    const messages = chat?.messages ?? [];
    const news = JSON.stringify(messages) !== JSON.stringify(this.log.messages);
    if (moved || news || !messages.length) this.log.show(messages, chat?.type === "private" ? this.state.bot.description : "");
    this.overlays.hideBanner();
    this.drawFoot();
    this.readSoon();
    this.drawChats();
    if (focusInTabs) this.part(`.tabs [data-chat="${chatId}"]`)?.focus();
    if (chat && this.carried) {
      this.composer.fill(this.carried);
      this.carried = null;
    }
  }

  // Words to be sent in a chat that is still to be chosen.
  carry(text) {
    this.carried = text;
    this.open(null);
    this.overlays.toast("Choose a chat");
  }

  drawFoot() {
    const { user, started } = this.state;
    const door = this.openId === this.userId && (!started || user.blocked || user.start_payload !== null);
    const entered = !door && document.activeElement === this.part(".start");
    this.part(".foot").hidden = this.openId === null;
    this.part(".composer").hidden = door;
    this.part(".start").hidden = !door;
    this.part(".start").textContent = user.blocked ? "RESTART" : "START";
    if (entered) this.composer.input.focus();
  }

  shown() {
    this.log.settle();
    this.readSoon();
  }

  // An open chat is read when its newest message is in sight on a phone that is in sight.
  markRead() {
    const chat = this.chat();
    const last = chat?.messages.findLast((message) => message.id > 0);
    const seen = chat?.unread && this.log.following && this.element.offsetParent !== null;
    if (!seen || last.id <= (this.asked ?? {})[chat.id]) return;
    this.asked = { ...this.asked, [chat.id]: last.id };
    act("read", { user: this.userId, chat: chat.id, message_id: last.id }).catch((error) => this.complain(error));
  }

  // Doing

  async send(text, replyTo = null) {
    const chat = this.openId;
    await this.attempt(act("send", { user: this.userId, chat, text, reply_to: replyTo }));
  }

  async pressStart() {
    await this.attempt(act("start", { user: this.userId }));
  }

  async tap(message, button, element) {
    if (button.url) return this.follow({ href: button.url, dataset: {} });
    if (button.switch_inline_query_chosen_chat) {
      return this.carry(this.inline.begun(button.switch_inline_query_chosen_chat.query ?? ""));
    }
    const key = tapKey(message.chat, message.id, button.callback_data);
    if (button.callback_data === undefined || this.taps.has(key)) return;
    element.setAttribute("aria-busy", "true");
    this.taps.set(key, setTimeout(() => this.calm(message.chat, message.id, button.callback_data), BUSY_MS));
    const tap = { user: this.userId, chat: message.chat, message_id: message.id, data: button.callback_data };
    await act("tap", tap).catch((error) => {
      this.calm(message.chat, message.id, button.callback_data);
      this.complain(error);
    });
  }

  calm(chatId, messageId, data) {
    const key = tapKey(chatId, messageId, data);
    clearTimeout(this.taps.get(key));
    this.taps.delete(key);
    if (chatId !== this.openId) return;
    for (const button of this.log.button(messageId, data)) button.removeAttribute("aria-busy");
  }

  follow(link) {
    if ("botCommand" in link.dataset) return this.send(link.textContent);
    const { username } = this.state.bot;
    const url = link.href ?? "";
    const bot = url.match(/^(?:https?:\/\/)?(?:www\.)?(?:t\.me|telegram\.me)\/(\w+)(?:\?start=([\w-]*))?$/i);
    if (bot?.[1].toLowerCase() === username.toLowerCase()) {
      if (bot[2] === undefined) return this.open(this.userId);
      return this.attempt(act("open", { user: this.userId, payload: bot[2] }));
    }
    if (shared(url)) return this.carry(shared(url));
    if (/^https?:/.test(url)) window.open(url, "_blank", "noopener");
  }

  answer(event) {
    const element = event.target.closest(".message");
    if (!element || event.target.closest(".keyboard")) return;
    getSelection()?.removeAllRanges();
    this.composer.reply(this.log.messages.find((one) => String(one.id) === element.dataset.id) ?? null);
  }

  async attempt(promise) {
    await promise.catch((error) => this.complain(error));
  }

  complain(error) {
    this.overlays.toast(error.message);
  }
}

function tapKey(chatId, messageId, data) {
  return `${chatId} ${messageId} ${data}`;
}
