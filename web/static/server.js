/* Requests to the server. */

import { _ } from "./words.js";

/** An answer of the server that is an error; `agent` is the word of an agent that can't play. */
class ServerError extends Error {
  constructor(sentence, agent = null) {
    super(sentence);
    this.agent = agent;
  }
}

/**
 * Sends a message and returns the answer of the server.
 * @throws {Error} With the server's sentence, or if the server can't be reached.
 */
export async function post(path, body) {
  return answer(fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  }));
}

/** Requests something, as `post` does; a signal can abort it. */
export async function get(path, signal = null) {
  return answer(fetch(withToken(path), { signal }));
}

/** An address with the token of this page, which pages of other sites can't read. */
export function withToken(path) {
  const token = document.querySelector('meta[name="fudaba-token"]').content;
  return `${path}${path.includes("?") ? "&" : "?"}${new URLSearchParams({ token })}`;
}

async function answer(asking) {
  const response = await asking.catch(() => {
    throw new Error(_("The server can't be reached."));
  });
  const said = await response.json().catch(() => ({}));
  if (!response.ok) throw new ServerError(said.error
    ?? _("The server answered {status}.", { status: response.status }), said.agent);
  return said;
}
