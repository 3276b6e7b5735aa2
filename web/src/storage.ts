// The browser's store. It can be full, or switched off; then the page keeps
// what it was given for as long as it lives, and says that it could not.

const memory = new Map<string, string>();

export function readStored(key: string): string | null {
  try {
    return memory.get(key) ?? localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** False if only the page has it. */
export function writeStored(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value);
    memory.delete(key);
    return true;
  } catch {
    memory.set(key, value);
    return false;
  }
}

export function removeStored(key: string): void {
  memory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Switched off: there was nothing.
  }
}

/** The keys that begin like this. */
export function storedKeys(prefix: string): string[] {
  let kept: string[] = [];
  try {
    kept = Object.keys(localStorage);
  } catch {
    // Switched off: only the page has anything.
  }
  return [...new Set([...kept, ...memory.keys()])].filter((name) => name.startsWith(prefix));
}

/** Forgets what only the page has: a test begins anew. */
export function forgetUnstored(): void {
  memory.clear();
}
