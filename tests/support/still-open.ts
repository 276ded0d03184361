/** Open resources of a test file, by name. */
const open = new Map<symbol, string>();

/**
 * Notes that something was opened; call the answer once it is closed. A file that ends before is failed by its name.
 */
export function noteOpened(name: string): () => void {
  const key = Symbol(name);
  open.set(key, name);
  return () => void open.delete(key);
}

/** Returns the names of all that is open, and forgets them. */
export function takeOpened(): readonly string[] {
  const names = [...open.values()];
  open.clear();
  return names;
}

/** Returns the names of all that is open. */
export function stillOpened(): readonly string[] {
  return [...open.values()];
}
