import { afterEach, expect, it, vi } from 'vitest';
import { TextSearch } from './text-search.ts';

afterEach(() => vi.unstubAllGlobals());

/** A search that finds these places, and the places that it showed. */
function searching(hits: readonly { start: number; end: number }[]): {
  readonly search: TextSearch;
  readonly shown: number[];
} {
  vi.stubGlobal(
    'Worker',
    class {
      onmessage: ((event: { data: unknown }) => void) | undefined;
      postMessage(message: object): void {
        if ('pattern' in message) this.onmessage?.({ data: { hits, more: false } });
      }
      terminate(): void {}
    },
  );
  const shown: number[] = [];
  const search = new TextSearch('Ada met Ada.', ({ start }) => shown.push(start));
  search.open(true);
  search.ask({ pattern: 'Ada' });
  return { search, shown };
}

it('should show a closed search again with the next place when one goes on with it', () => {
  const { search, shown } = searching([
    { start: 0, end: 3 },
    { start: 8, end: 11 },
  ]);
  search.open(false);
  expect(search.hit).toBeUndefined();
  search.step(true);
  expect([search.state.opened, search.hit?.start, shown]).toEqual([true, 8, [0, 8]]);
  search.step(true);
  expect(shown).toEqual([0, 8, 0]);
});

it('should open the search when there is no place to go to', () => {
  const { search, shown } = searching([]);
  search.open(false);
  search.step(false);
  expect([search.state.opened, shown]).toEqual([true, []]);
});
