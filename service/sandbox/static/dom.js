// Small helpers for building elements.

export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "on") for (const [event, handler] of Object.entries(value)) element.addEventListener(event, handler);
    else if (name in element && name !== "role") element[name] = value;
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

// Calls `draw` once before the next frame, however often it is asked for: ten moves in a second are one drawing.
export function onceAFrame(draw) {
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      draw();
    });
  };
}

// Telegram's seven name colours, by id.
export function colour(id) {
  return `var(--name-${Math.abs(id) % 7})`;
}

export function initial(name) {
  return [...name.trim()][0]?.toUpperCase() ?? "?";
}

export function avatar(id, name) {
  const element = el("span", { className: "avatar", "aria-hidden": "true" }, initial(name));
  element.style.setProperty("--colour", colour(id));
  return element;
}

export function badge(count) {
  return count > 0 ? el("span", { className: "badge", "aria-label": `${count} unread` }, String(count)) : null;
}
