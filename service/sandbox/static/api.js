// The control API and its stream of events.

async function result(response) {
  const body = await response.json();
  if (!response.ok) throw new Error(body.description ?? response.statusText);
  return body;
}

// The browser's own words ("Failed to fetch") tell nobody what to do.
async function ask(address, options) {
  try {
    return await fetch(address, options);
  } catch {
    throw new Error("The local Telegram does not answer. Is it still running?");
  }
}

export async function look(path, query = {}) {
  return result(await ask(`/control/${path}?${new URLSearchParams(query)}`));
}

export async function act(path, body) {
  return result(
    await ask(`/control/${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    }),
  );
}

// One stream for all phones: browsers open only a few connections to one server.
export function listen(onEvent, onConnection) {
  const source = new EventSource("/control/events");
  source.onmessage = (message) => {
    const event = JSON.parse(message.data);
    if (event.type === "ready") onConnection(true);
    else onEvent(event);
  };
  source.onerror = () => onConnection(false);
  addEventListener("pagehide", () => source.close());
  // Back from the browser's memory, without its stream.
  addEventListener("pageshow", (event) => event.persisted && location.reload());
}
