// Writing: Enter sends, "/" offers the bot's commands, the bot's name and a space what its inline mode has, and a
// double click on a message answers it.

import { el } from "./dom.js";

export class Composer {
  // `commands()`: those of the open chat; `send(text, replyTo)`; `ask(text)`: what stands behind the bot's name, or
  // null, and whether it is an inline query.
  constructor(phone, commands, send, ask) {
    this.form = phone.querySelector(".composer");
    this.input = this.form.elements.text;
    this.hints = phone.querySelector(".hints");
    this.replyBar = phone.querySelector(".reply");
    this.commands = commands;
    this.send = send;
    this.ask = ask;
    this.entries = [];
    this.replyTo = null;
    this.hints.id = `hints-${Math.random().toString(36).slice(2)}`;
    this.input.setAttribute("aria-controls", this.hints.id);
    this.form.addEventListener("submit", (event) => this.submit(event));
    this.input.addEventListener("input", () => this.suggest());
    this.input.addEventListener("keydown", (event) => this.key(event));
    this.input.addEventListener("blur", () => this.closeHints());
    this.replyBar.querySelector("button").addEventListener("click", () => this.reply(null));
  }

  submit(event) {
    event.preventDefault();
    const text = this.input.value.trim();
    if (!text) return;
    this.input.value = "";
    this.closeHints();
    this.send(text, this.replyTo?.id ?? null);
    this.reply(null);
  }

  reply(message) {
    this.replyTo = message;
    this.replyBar.hidden = message === null;
    if (!message) return;
    this.replyBar.querySelector("span").textContent = `${message.from.name}: ${message.text || "Photo"}`;
    this.input.focus();
  }

  // As if it had been typed.
  fill(text) {
    this.input.value = text;
    this.input.focus();
    this.suggest();
  }

  suggest() {
    if (this.ask(this.input.value)) return;
    const typed = /^\/(\w*)$/.exec(this.input.value)?.[1];
    const found = typed === undefined ? [] : this.commands().filter(({ command }) => command.startsWith(typed));
    this.show(
      found.map(({ command, description }) => ({
        title: `/${command}`, description, take: () => this.take(command), complete: `/${command} `,
      })),
    );
  }

  // Entries: title, description, take(), and what Tab completes to.
  show(entries) {
    this.entries = entries;
    this.hints.replaceChildren(...entries.map((entry, index) => this.hint(entry, index)));
    this.hints.hidden = entries.length === 0;
    this.choose(0);
  }

  hint({ title, description, take }, index) {
    return el(
      "button",
      {
        type: "button", role: "option", tabIndex: -1, id: `${this.hints.id}-${index}`,
        // Before the input loses the focus, which would close the list.
        on: { mousedown: (event) => { event.preventDefault(); take(); } },
      },
      el("b", {}, title), el("span", {}, description),
    );
  }

  choose(index) {
    const options = [...this.hints.children];
    this.chosen = options.length ? (index + options.length) % options.length : 0;
    options.forEach((option, place) => option.setAttribute("aria-selected", String(place === this.chosen)));
    options[this.chosen]?.scrollIntoView({ block: "nearest" });
    this.input.setAttribute("aria-activedescendant", options[this.chosen]?.id ?? "");
  }

  take(command) {
    this.input.value = `/${command}`;
    this.form.requestSubmit();
  }

  key(event) {
    if (event.key === "Escape") {
      this.closeHints();
      this.reply(null);
    }
    if (this.hints.hidden) return;
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step) {
      event.preventDefault();
      this.choose(this.chosen + step);
    } else if (event.key === "Enter" || event.key === "Tab") {
      const entry = this.entries[this.chosen];
      event.preventDefault();
      if (event.key === "Enter") entry.take();
      else if (entry.complete) this.input.value = entry.complete;
      this.closeHints();
    }
  }

  closeHints() {
    this.hints.hidden = true;
    this.input.removeAttribute("aria-activedescendant");
  }
}
