// What the server is to be told and may not have heard: each thing is sent once, in
// its order, as soon as there is a connection.

import { isLost } from '../connection';

export class Owed<Thing, Told> {
  private list: Thing[] = [];
  /** They are being sent. */
  private paying: Promise<Told | null> | null = null;

  constructor(
    private send: (thing: Thing) => Promise<Told>,
    /** It has to wait for the connection. */
    private onWait: () => void,
    private onFailure: (error: unknown) => void,
  ) {}

  add(thing: Thing): Promise<Told | null> {
    this.list.push(thing);
    return this.pay();
  }

  /** Sends what the server does not know yet; gives its last word. */
  pay(): Promise<Told | null> {
    this.paying ??= this.sendAll().finally(() => {
      this.paying = null;
    });
    return this.paying;
  }

  private async sendAll(): Promise<Told | null> {
    let last: Told | null = null;
    for (let thing = this.list[0]; thing; thing = this.list[0]) {
      try {
        last = await this.send(thing);
      } catch (error) {
        if (isLost(error)) {
          this.onWait();
          return null;
        }
        this.onFailure(error);
      }
      this.list.shift();
    }
    return last;
  }
}
