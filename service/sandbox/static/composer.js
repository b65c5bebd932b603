// Writing: Enter sends, "/" offers the bot's commands, a double click on a message answers it.

import { el } from "./dom.js";

export class Composer {
  // `commands()`: those of the open chat; `send(text, replyTo)`.
  constructor(phone, commands, send) {
    this.form = phone.querySelector(".composer");
    this.input = this.form.elements.text;
    this.hints = phone.querySelector(".hints");
    this.replyBar = phone.querySelector(".reply");
    this.commands = commands;
    this.send = send;
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

  suggest() {
    const typed = /^\/(\w*)$/.exec(this.input.value)?.[1];
    const found = typed === undefined ? [] : this.commands().filter(({ command }) => command.startsWith(typed));
    this.hints.replaceChildren(...found.map((command, index) => this.hint(command, index)));
    this.hints.hidden = found.length === 0;
    this.choose(0);
  }

  hint({ command, description }, index) {
    return el(
      "button",
      {
        type: "button", role: "option", tabIndex: -1, id: `${this.hints.id}-${index}`,
        // Before the input loses the focus, which would close the list.
        on: { mousedown: (event) => { event.preventDefault(); this.take(command); } },
      },
      el("b", {}, `/${command}`), el("span", {}, description),
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
      const command = this.hints.children[this.chosen].querySelector("b").textContent.slice(1);
      event.preventDefault();
      if (event.key === "Enter") this.take(command);
      else this.input.value = `/${command} `;
      this.closeHints();
    }
  }

  closeHints() {
    this.hints.hidden = true;
    this.input.removeAttribute("aria-activedescendant");
  }
}
