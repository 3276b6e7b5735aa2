// The other pages of this browser: what is changed in one is told to all.

import type { DocumentData } from './document';

export type Told = { kind: 'changed'; data: DocumentData } | { kind: 'removed'; id: string };

/** A line to the other pages. Without one, a page hears of nothing until it
 * asks the server. */
export class Pages {
  private channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('erawan-games');

  constructor(onTold: (told: Told) => void) {
    if (this.channel) this.channel.onmessage = (event) => onTold(event.data as Told);
  }

  tell(told: Told): void {
    this.channel?.postMessage(told);
  }
}

/** Does something while no other page of this browser does it under the same
 * name. `work` hears whether it had to wait. */
export async function alone(name: string, work: (waited: boolean) => Promise<void>): Promise<void> {
  if (!navigator.locks) {
    await work(false);
    return;
  }
  const at = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock) await work(false);
    return lock !== null;
  });
  if (!at) await navigator.locks.request(name, () => work(true));
}
