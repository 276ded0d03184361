import { expect, it } from 'vitest';
import { BrowserStore } from './browser-store.ts';

/** A storage of the browser with room for so many texts. */
function storage(capacity = Infinity): Storage {
  const kept: Record<string, string> = {};
  Object.defineProperties(kept, {
    getItem: { value: (name: string) => kept[name] ?? null },
    setItem: {
      value: (name: string, text: string) => {
        if (Object.keys(kept).length >= capacity && !(name in kept))
          throw new DOMException('full', 'QuotaExceededError');
        kept[name] = text;
      },
    },
    removeItem: { value: (name: string) => void delete kept[name] },
  });
  return kept as unknown as Storage;
}

it('should keep texts in the storage of the browser', () => {
  const kept = storage();
  new BrowserStore(() => kept).set('view', 'table');
  const later = new BrowserStore(() => kept);
  expect(later.get('view')).toBe('table');
  expect(later.names()).toEqual(['view']);
  later.remove('view');
  expect(later.get('view')).toBeUndefined();
});

it('should keep texts for the page where the browser refuses its storage', () => {
  const store = new BrowserStore(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  store.set('view', 'table');
  expect(store.get('view')).toBe('table');
  expect(store.names()).toEqual(['view']);
  store.remove('view');
  expect(store.get('view')).toBeUndefined();
});

it('should know what no longer fits until the page is left', () => {
  const kept = storage(1);
  const store = new BrowserStore(() => kept);
  store.set('one', '1');
  store.set('two', '2');
  expect([store.get('one'), store.get('two')]).toEqual(['1', '2']);
  expect(new BrowserStore(() => kept).get('two')).toBeUndefined();
});
