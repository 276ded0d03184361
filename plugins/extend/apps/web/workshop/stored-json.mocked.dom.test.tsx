// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { conflict } from '#core/base/common/index.ts';
import { confirm, toast } from '#core/ui/web/index.ts';
import { StoredJson } from './stored-json.tsx';
import { stubMatchMedia } from '#tests/support/match-media.ts';

vi.mock('#core/ui/web/index.ts', async original => ({
  ...(await original<object>()),
  toast: vi.fn(),
  confirm: vi.fn(),
}));

interface Kept {
  readonly value: unknown;
  readonly etag: string;
}
/** Keys on the server. */
let kept: Kept;
let place: HTMLElement;
let root: Root;
let queries: QueryClient;
const unsaved = vi.fn();
const put = (value: unknown): Kept => (kept = { value, etag: JSON.stringify(value) });
const write = async (value: unknown, etag?: string): Promise<Kept> => {
  if (etag !== undefined && etag !== kept.etag) throw conflict({ etag: kept.etag });
  return put(value);
};

const settle = (): Promise<void> =>
  act(async () => {
    await new Promise(resolve => setTimeout(resolve, 20));
  });
const area = (): HTMLTextAreaElement => place.querySelector('textarea[aria-label="Data as JSON"]')!;
const type = (text: string): Promise<void> =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!.call(area(), text);
    area().dispatchEvent(new Event('input', { bubbles: true }));
  });
const press = async (name: string): Promise<void> => {
  await act(async () => [...place.querySelectorAll('button')].find(each => each.textContent === name)!.click());
  await settle();
};

beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  stubMatchMedia();
  globalThis.ResizeObserver ??= class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  } as never;
  vi.resetAllMocks();
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  place = document.createElement('div');
  document.body.append(place);
  root = createRoot(place);
});
afterEach(() => act(async () => root.unmount()));

async function open(first: Kept): Promise<void> {
  kept = first;
  await act(async () =>
    root.render(
      <MantineProvider>
        <QueryClientProvider client={queries}>
          <StoredJson
            at={['data']}
            read={async () => kept}
            write={write}
            limit={1000}
            owner="the team"
            onSaved={() => undefined}
            onUnsaved={unsaved}
          />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
  await settle();
}

it('should not overwrite what was changed by somebody else while it was being written, though the page has read it again', async () => {
  await open({ value: 1, etag: '1' });
  await type('2');
  put('theirs');
  await act(() => queries.invalidateQueries({ queryKey: ['data'] }));
  await press('Save data');
  expect(kept.value).toBe('theirs');
  expect(place.querySelector('[role=alert]')?.textContent).toContain('What you wrote is still here');
  expect(area().value).toBe('2');
  await press('Save mine over it');
  expect(kept.value).toBe(2);
  // Undo brings theirs back, and not what was there before them.
  vi.mocked(toast).mock.lastCall![1]!.undo!();
  await settle();
  expect(kept.value).toBe('theirs');
});

it('should offer no undo where nothing was kept before', async () => {
  await open({ value: null, etag: 'none' });
  await type('{}');
  await press('Save data');
  expect(kept.value).toEqual({});
  expect(toast).toHaveBeenLastCalledWith('The data is saved.', { tone: 'success' });
});

it('should say when something is written that would be lost, and when it no longer is', async () => {
  await open({ value: 1, etag: '1' });
  await type('2');
  expect(unsaved).toHaveBeenLastCalledWith(true);
  await type('1');
  expect(unsaved).toHaveBeenLastCalledWith(false);
  await type('3');
  vi.mocked(confirm).mockResolvedValue(false);
  await press('Read again');
  expect([area().value, unsaved.mock.lastCall]).toEqual(['3', [true]]);
  vi.mocked(confirm).mockResolvedValue(true);
  await press('Read again');
  expect([area().value, unsaved.mock.lastCall]).toEqual(['1', [false]]);
});

it('should not take a double click for a change by somebody else', async () => {
  await open({ value: 1, etag: '1' });
  await type('2');
  const save = [...place.querySelectorAll('button')].find(each => each.textContent === 'Save data')!;
  await act(async () => {
    save.click();
    save.click();
  });
  await settle();
  expect(toast).toHaveBeenCalledOnce();
  expect(place.querySelector('[role=alert]')).toBeNull();
});
