// Inline mode: the bot's name and a space in any chat, and what the bot offers for it.

import { act } from "./api.js";

export class Inline {
  constructor(phone) {
    this.phone = phone;
    this.latest = null;
  }

  begun(query) {
    return `@${this.phone.state.bot.username} ${query}`;
  }

  // Whether the text is an inline query; then the bot is asked.
  ask(text) {
    const name = `@${this.phone.state.bot.username.toLowerCase()} `;
    this.latest = null;
    if (!text.toLowerCase().startsWith(name)) return false;
    this.phone.composer.show([]);
    this.phone.attempt(this.query(text.slice(name.length)));
    return true;
  }

  async query(query) {
    const asked = await act("inline", { user: this.phone.userId, chat: this.phone.openId, query });
    this.latest = asked.query_id;
    // The answer may have overtaken it.
    if (this.early?.query_id === this.latest) this.answered(this.early);
  }

  answered(event) {
    if (event.query_id !== this.latest) {
      this.early = event;
      return;
    }
    const { results, button } = event.answer;
    const door = button ? [{ title: button.text, description: "", take: () => this.enter(button) }] : [];
    const offers = results.map((result) => ({
      title: result.title, description: result.description, take: () => this.choose(event.query_id, result.id),
    }));
    this.phone.composer.show([...door, ...offers]);
  }

  enter(button) {
    this.leave();
    this.phone.attempt(act("open", { user: this.phone.userId, payload: button.start_parameter }));
  }

  choose(queryId, resultId) {
    this.leave();
    this.phone.attempt(act("choose", { user: this.phone.userId, query_id: queryId, result_id: resultId }));
  }

  leave() {
    this.latest = null;
    this.phone.composer.input.value = "";
    this.phone.composer.closeHints();
  }
}

// What t.me/share/url would send, if the address is one.
export function shared(url) {
  const found = /^https?:\/\/(?:www\.)?(?:t\.me|telegram\.me)\/share\/url\?(.*)$/i.exec(url);
  if (!found) return null;
  const query = new URLSearchParams(found[1]);
  return [query.get("url"), query.get("text")].filter(Boolean).join(" ");
}
