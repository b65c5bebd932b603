// What lies over a chat for a moment: toasts, alerts, the banner of a message elsewhere.

import { onceAFrame } from "./dom.js";

const TOAST_MS = 3500;
const BANNER_MS = 6000;

export class Overlays {
  constructor(phone) {
    this.phone = phone;
    this.toastElement = phone.querySelector(".toast");
    this.bannerElement = phone.querySelector(".banner");
    this.alertElement = phone.querySelector(".alert");
    this.alerts = [];
    this.ring = onceAFrame(() => this.ringNow());
    this.alertElement.querySelector("button").addEventListener("click", () => this.closeAlert());
    this.alertElement.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.closeAlert();
      // One button is all there is to focus.
      if (event.key === "Tab") event.preventDefault();
    });
  }

  toast(text) {
    clearTimeout(this.toastTimer);
    this.toastElement.textContent = text;
    this.toastElement.hidden = false;
    // Two hundred characters take longer to read than two words.
    this.toastTimer = setTimeout(() => (this.toastElement.hidden = true), TOAST_MS + 30 * text.length);
  }

  alert(text) {
    this.alerts.push(text);
    if (this.alerts.length === 1) this.openAlert();
  }

  openAlert() {
    this.before = document.activeElement;
    this.alertElement.querySelector("p").textContent = this.alerts[0];
    this.alertElement.hidden = false;
    for (const part of this.phone.children) part.inert = part !== this.alertElement;
    // Only the phone in use may take the focus: another person's alert must not steal it.
    if (this.before === document.body || this.phone.contains(this.before)) {
      this.alertElement.querySelector("button").focus();
    }
  }

  closeAlert() {
    this.alerts.shift();
    this.alertElement.hidden = true;
    for (const part of this.phone.children) part.inert = false;
    if (this.alerts.length) this.openAlert();
    else if (this.phone.contains(this.before)) this.before.focus();
  }

  // The first two lines are what a lock screen shows.
  banner(title, text, onClick) {
    clearTimeout(this.bannerTimer);
    const strong = Object.assign(document.createElement("b"), { textContent: title });
    const lines = Object.assign(document.createElement("span"), { textContent: text.split("\n").slice(0, 2).join("\n") });
    this.bannerElement.replaceChildren(strong, lines);
    this.bannerElement.onclick = () => {
      this.bannerElement.hidden = true;
      onClick();
    };
    this.bannerElement.hidden = false;
    this.bannerTimer = setTimeout(() => (this.bannerElement.hidden = true), BANNER_MS);
  }

  hideBanner() {
    this.bannerElement.hidden = true;
  }

  // A ring one can see.
  ringNow() {
    this.phone.classList.remove("ringing");
    void this.phone.offsetWidth; // restarts the animation
    this.phone.classList.add("ringing");
  }
}
