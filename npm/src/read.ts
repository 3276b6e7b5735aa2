// A file of this package, in Node and in browsers.

import { ErawanError } from './error.js';

/** The bytes of a file beside this one. */
export async function read(url: URL): Promise<BufferSource> {
  if (url.protocol === 'file:') {
    // A variable, so that bundlers for browsers leave it alone.
    const files = 'node:fs/promises';
    const { readFile } = (await import(/* @vite-ignore */ /* webpackIgnore: true */ files)) as {
      readFile(url: URL): Promise<BufferSource>;
    };
    return readFile(url);
  }
  const response = await fetch(url);
  if (!response.ok) throw new ErawanError(`${url}: ${response.status} ${response.statusText}`);
  // Not streaming: some servers do not know the type of a module.
  return response.arrayBuffer();
}
