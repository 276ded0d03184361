/** Longest time a key waits for the item that is being opened, in milliseconds. */
const PATIENCE_MS = 3_000;
/** Keys that wait at most; a person who types more than these ahead does not mean them all. */
const MOST = 20;

interface HeldKey {
  readonly at: number;
  readonly init: KeyboardEventInit;
}

/** Keys pressed while an item opens, repeated once its editor is there. */
export class HeldKeys {
  #keys: HeldKey[] = [];

  /** Keeps a press for later; false for keys of the browser, which act at once. */
  hold(event: KeyboardEvent, now: number): boolean {
    const command = (event.ctrlKey || event.metaKey) && event.key !== 'Enter';
    if (command || event.key === 'Tab' || /^F\d+$/.test(event.key)) return false;
    const { key, code, ctrlKey, metaKey, shiftKey, altKey, repeat } = event;
    if (repeat) return true;
    const init = { key, code, ctrlKey, metaKey, shiftKey, altKey, bubbles: true, cancelable: true };
    this.#keys = [...this.#keys, { at: now, init }].slice(0, MOST);
    return true;
  }

  /** Returns the recent keys in the order they were pressed, once. */
  take(now: number): readonly KeyboardEventInit[] {
    const keys = this.#keys.filter(each => now - each.at <= PATIENCE_MS).map(each => each.init);
    this.#keys = [];
    return keys;
  }
}
