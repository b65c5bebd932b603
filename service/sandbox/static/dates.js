// Dates as this phone's owner reads them.

// Plain English would mean America's dates and its twelve-hour clock.
export function locale(languageCode) {
  return languageCode === "en" ? "en-GB" : (languageCode ?? undefined);
}

const clocks = new Map();

export function clock(seconds, language) {
  // Making a formatter takes far longer than using it.
  if (!clocks.has(language)) clocks.set(language, new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit" }));
  return clocks.get(language).format(seconds * 1000);
}

export function day(seconds, language) {
  const date = new Date(seconds * 1000);
  const options = { day: "numeric", month: "long" };
  if (date.getFullYear() !== new Date().getFullYear()) options.year = "numeric";
  return new Intl.DateTimeFormat(language, options).format(date);
}

export function sameDay(first, second) {
  return new Date(first * 1000).toDateString() === new Date(second * 1000).toDateString();
}

// Telegram's date_time entity: every reader sees his own zone.
export function fillTimes(root, language) {
  for (const time of root.querySelectorAll("time[data-unix]")) {
    const seconds = Number(time.dataset.unix);
    time.title = new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "medium" }).format(seconds * 1000);
    time.textContent = dateTime(seconds, time.dataset.format, language) || time.textContent;
  }
}

function dateTime(seconds, format, language) {
  if (format === "r") return relative(seconds, language);
  const options = {};
  if (format.includes("w")) options.weekday = format.includes("D") ? "long" : "short";
  if (format.includes("d")) Object.assign(options, { day: "2-digit", month: "2-digit", year: "2-digit" });
  if (format.includes("D")) Object.assign(options, { day: "numeric", month: "long", year: "numeric" });
  if (/[tT]/.test(format)) Object.assign(options, { hour: "2-digit", minute: "2-digit" });
  if (format.includes("T")) options.second = "2-digit";
  return Object.keys(options).length ? new Intl.DateTimeFormat(language, options).format(seconds * 1000) : "";
}

function relative(seconds, language) {
  const left = seconds - Date.now() / 1000;
  const units = [["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];
  const [unit, size] = units.find(([, size]) => Math.abs(left) >= size) ?? units[3];
  return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(Math.round(left / size), unit);
}
