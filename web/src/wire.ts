// What carries the questions of the page to whoever answers them.

import type { Reply } from './protocol';

export interface Wire {
  readonly isOpen: boolean;
  /** Sends a question with its number, as JSON. */
  send(text: string): void;
}

export interface Ear {
  hear(reply: Reply): void;
  /** It is over, perhaps with a reason in words. */
  closed(reason: string): void;
}

export type Connect = (ear: Ear) => Wire;

/** The socket of a server. */
export function socketTo(token: string): Connect {
  return (ear) => {
    const socket = new WebSocket(`ws://${location.host}/socket?token=${token}`);
    socket.onmessage = (event) => ear.hear(JSON.parse(String(event.data)) as Reply);
    socket.onclose = (event) => ear.closed(event?.reason ?? '');
    return {
      get isOpen() {
        return socket.readyState === WebSocket.OPEN;
      },
      send: (text) => socket.send(text),
    };
  };
}
