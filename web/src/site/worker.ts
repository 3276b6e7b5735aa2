// A worker of the page without a server: the module, and what it is asked.

import { begin, textAt, work } from '../../../npm/src/instance';
import type { FromWorker, Opening, ToWorker } from './messages';

interface Module {
  input(length: number): number;
  output(): number;
  output_length(): number;
  page_open(processors: number): number;
  page_ask(): number;
}

const post = (message: FromWorker) => self.postMessage(message);
const encoder = new TextEncoder();

let memory: WebAssembly.Memory;
let module: Module;
/** Done once the module can be asked. */
let opened: Promise<void> | undefined;

/** Says what a call has left to say, which is an answer even if something was wrong. */
function say(length: number): void {
  if (length < 0) throw new Error(textAt(memory, module.output(), module.output_length()));
  post({ reply: textAt(memory, module.output(), length) });
}

async function open({ team, processors, flag }: Opening): Promise<void> {
  const host = {
    isStopped: () => Atomics.load(flag, 0) !== 0,
    told: (reply: string) => post({ reply }),
  };
  const first = await begin(team, host);
  memory = first.memory;
  module = first.exports as unknown as Module;
  say(module.page_open(processors));
}

function ask(text: string): void {
  const bytes = encoder.encode(text);
  const at = module.input(bytes.length) >>> 0;
  new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
  say(module.page_ask());
}

self.onmessage = async ({ data }: MessageEvent<ToWorker>) => {
  try {
    if ('seat' in data) {
      await work(data.seat);
      return;
    }
    if ('open' in data) opened = open(data.open);
    await opened;
    if ('ask' in data) ask(data.ask);
  } catch (error) {
    post({ failed: error instanceof Error ? error.message : String(error) });
  }
};
