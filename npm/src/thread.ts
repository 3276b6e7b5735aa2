// Workers, as Node and browsers have them in common.

export interface Thread<In> {
  post(message: In): void;
  /** Whether the process waits for it. */
  hold(isHeld: boolean): void;
  end(): void;
}

const isNode = typeof Worker === 'undefined';

/**
 * Starts a worker. Node wants the address of its script; in browsers `make` makes it,
 * where bundlers look for one that is to be packed.
 */
export async function startThread<In, Out>(
  url: string,
  make: () => Worker,
  hear: (message: Out) => void,
  lost: (reason: string) => void,
): Promise<Thread<In>> {
  let isEnded = false;
  const lose = (reason: string) => isEnded || lost(reason);
  if (isNode) {
    // A variable, so that bundlers for browsers leave it alone.
    const threads = 'node:worker_threads';
    const { Worker: NodeWorker } = (await import(
      /* @vite-ignore */ /* webpackIgnore: true */ threads
    )) as typeof import('node:worker_threads');
    const worker = new NodeWorker(new URL(url));
    worker.on('message', hear);
    worker.on('error', (error) => lose(error.message));
    worker.on('exit', () => lose('it has ended'));
    worker.unref();
    return {
      post: (message) => worker.postMessage(message),
      hold: (isHeld) => (isHeld ? worker.ref() : worker.unref()),
      end: () => {
        isEnded = true;
        void worker.terminate();
      },
    };
  }
  const worker = make();
  worker.onmessage = (event: MessageEvent<Out>) => hear(event.data);
  worker.onerror = (event) => lost(event.message || 'its module could not be loaded');
  return { post: (message) => worker.postMessage(message), hold: () => {}, end: () => worker.terminate() };
}

/** True where workers can share memory. */
export const isShared = (): boolean =>
  typeof SharedArrayBuffer !== 'undefined' &&
  ((globalThis as { crossOriginIsolated?: boolean }).crossOriginIsolated ?? true);
