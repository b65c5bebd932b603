// Arrow keys among the inline buttons of a chat: they are one stop of the tab order, the newest message's first.

export function buttonsOf(log) {
  return [...log.querySelectorAll(".key")];
}

const stops = new WeakMap();

// `wanted` becomes the stop if it is a button of this chat, else the first one of the newest keyboard.
export function setTabStop(log, wanted) {
  const keyboards = log.getElementsByClassName("keyboard");
  const newest = keyboards[keyboards.length - 1]?.querySelector(".key");
  const stop = wanted?.matches(".key") && log.contains(wanted) ? wanted : newest;
  const old = stops.get(log);
  if (old) old.tabIndex = -1;
  if (stop) stop.tabIndex = 0;
  stops.set(log, stop);
}

export function moveAmongButtons(log, event) {
  const from = event.target.closest?.(".key");
  if (!from || !event.key.startsWith("Arrow")) return;
  const to = event.key === "ArrowLeft" || event.key === "ArrowRight" ? sideways(from, event.key) : upDown(log, from, event.key);
  event.preventDefault();
  if (!to) return;
  setTabStop(log, to);
  to.focus();
}

function sideways(from, key) {
  return key === "ArrowLeft" ? from.previousElementSibling : from.nextElementSibling;
}

function upDown(log, from, key) {
  const rows = [...log.querySelectorAll(".keyboard .row")];
  const row = rows[rows.indexOf(from.parentElement) + (key === "ArrowUp" ? -1 : 1)];
  if (!row) return null;
  const middle = from.offsetLeft + from.offsetWidth / 2;
  const distance = (button) => Math.abs(button.offsetLeft + button.offsetWidth / 2 - middle);
  return [...row.children].sort((first, second) => distance(first) - distance(second))[0];
}
