import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Container } from 'inversify';
import { act, useState } from 'react';
import type { JSX } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Fault } from '#core/base/common/index.ts';
import { EventStream } from '#core/api/web/index.ts';
import { KernelClient, PluginScope } from '#core/kernel/web/index.ts';
import { ItemsWebHooks } from '#plugins/workspace/items/web/kit/index.ts';
import { drawnPage, press, shows } from '#tests/support/drawn-page.tsx';
import { readAddress } from '../../common/explore-address.ts';
import type { FacetKind } from '../../common/facets/facet.ts';
import type { CountedFacetView } from '../../common/search-api.ts';
import { ExploreClient } from '../explore-client.ts';
import { ExploreViewStore } from '../explore-view-store.ts';
import { QueryChips } from '../query/query-chips.tsx';
import { FacetPane } from './facet-pane.tsx';

const draw = drawnPage();
const VALUES: Partial<Record<FacetKind, readonly (string | null)[]>> = {
  status: ['InProgress', 'NotStarted'],
  class: ['Car', 'Person'],
  assignee: [null],
};
const valuesOf = (kind: FacetKind, name: string | null, values: readonly (string | null)[]): CountedFacetView => ({
  kind,
  name,
  more: false,
  values: values.map(value => ({ value, count: 2 })),
});
const QUALITY = [
  valuesOf('quality', 'Exposure', ['Dark', 'Normal', null]),
  valuesOf('quality', 'Contrast', ['Low', 'Normal']),
];
const countFacets = vi.fn(async ({ body: { kind } }: { readonly body: { readonly kind: FacetKind } }) => ({
  data: kind === 'quality' ? QUALITY : [valuesOf(kind, null, VALUES[kind] ?? [])],
}));
const similarityStatus = vi.fn(async () => ({ state: 'needed', job_id: null, progress: { done: 3, total: 900 } }));
const syncSimilarity = vi.fn(async () => ({ state: 'ready', job_id: null, progress: { done: 900, total: 900 } }));
let query: string;

function Narrowed({ pictures }: { readonly pictures: boolean }): JSX.Element {
  const [run, setRun] = useState('');
  const narrow = (next: string): void => {
    query = next;
    setRun(next);
  };
  const address = { ...readAddress(new URLSearchParams()), query: run };
  return (
    <>
      <QueryChips query={run} onRun={narrow} />
      <FacetPane projectId={5} pictures={pictures} address={address} onRun={narrow} />
    </>
  );
}

async function drawPane(pictures = true): Promise<void> {
  localStorage.clear();
  const container = new Container();
  container
    .bind(ExploreClient)
    .toConstantValue({ searches: { countFacets }, similarity: { similarityStatus, syncSimilarity } } as never);
  container.bind(ExploreViewStore).toConstantValue(new ExploreViewStore());
  container.bind(KernelClient).toConstantValue({ api: {} } as never);
  container.bind(EventStream).toConstantValue({ onMessage: () => ({ dispose: () => undefined }) } as never);
  container.bind(ItemsWebHooks).toConstantValue(new ItemsWebHooks());
  await draw(
    <QueryClientProvider client={new QueryClient()}>
      <PluginScope container={container}>
        <Narrowed pictures={pictures} />
      </PluginScope>
    </QueryClientProvider>,
  );
  await vi.waitFor(() => act(async () => expect(box('Car')).toBeDefined()));
}
beforeEach(async () => {
  vi.clearAllMocks();
  await drawPane();
});

const box = (name: string, list = ''): HTMLInputElement | undefined =>
  [...document.querySelectorAll<HTMLInputElement>(`aside ${list} input[type=checkbox]`)].find(
    each => each.labels?.[0]?.textContent === name,
  );
const check = (name: string, list?: string): Promise<void> => act(async () => box(name, list)!.click());
const chips = (): readonly string[] =>
  [...document.querySelectorAll('[aria-label=Conditions] li')].map(each => each.textContent ?? '');

it('should narrow the query down by the values that are chosen, and show each condition as one that can be removed', async () => {
  await check('Car');
  expect(query).toBe('instance(className = Car)');
  expect(chips()).toEqual([]);
  await check('Person');
  expect(query).toBe('instance(className IN [Car, Person])');
  await check('In progress');
  expect(chips()).toEqual(['instance(className IN [Car, Person])', 'metadata(status = InProgress)']);
  await press('Remove the condition instance(className IN [Car, Person])');
  expect(query).toBe('metadata(status = InProgress)');
  expect([box('Car')!.checked, box('In progress')!.checked]).toEqual([false, true]);
  await check('In progress');
  expect(query).toBe('');
});

it('should count a facet only once its section is open', async () => {
  const counted = (): readonly FacetKind[] => countFacets.mock.calls.map(([{ body }]) => body.kind);
  expect(counted().toSorted()).toEqual(['class', 'status']);
  await press('Assigned to');
  await vi.waitFor(() => act(async () => expect(box('Nobody')).toBeDefined()));
  expect(counted()).toContain('assignee');
  await press('Assigned to');
  expect(box('Nobody')).toBeUndefined();
});

it('should be one stop of the tab key, with the arrow keys within it', async () => {
  const stops = (): readonly HTMLElement[] => [...document.querySelectorAll<HTMLElement>('aside [data-stop]')];
  expect(stops().filter(each => each.tabIndex === 0)).toEqual([stops()[0]]);
  stops()[0]!.focus();
  const key = (name: string): Promise<void> =>
    act(
      async () =>
        void document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true })),
    );
  await key('ArrowDown');
  expect(document.activeElement).toBe(box('In progress'));
  expect(stops().filter(each => each.tabIndex === 0)).toEqual([box('In progress')]);
  await key('End');
  expect(document.activeElement).toBe(stops().at(-1));
});

describe('picture quality', () => {
  const exposure = '[aria-label=Exposure]';
  const measured = (name: string): Promise<void> =>
    vi.waitFor(() => act(async () => expect(box(name, exposure)).toBeDefined()));

  it('should ask for measures of pictures, each part of the section on its own', async () => {
    await press('Picture quality');
    await measured('Dark');
    await check('Normal', exposure);
    expect(query).toBe('file(brightness >= 15 AND brightness <= 90)');
    expect(box('Normal', '[aria-label=Contrast]')!.checked).toBe(false);
    await check('Not measured', exposure);
    await check('Normal', exposure);
    await check('Low');
    expect(query).toBe('file(brightness IS EMPTY) AND file(contrast < 10)');
    expect(['Dark', 'Normal', 'Not measured'].map(name => box(name, exposure)!.checked)).toEqual([false, false, true]);
  });

  it('should offer to measure the pictures when many are not measured, and then count', async () => {
    countFacets.mockRejectedValueOnce(new Fault('SIMILARITY_NOT_READY', 'Not measured.', { status: 409 }));
    await press('Picture quality');
    await shows('3 of 900 pictures are measured.', 'aside');
    await press('Measure pictures');
    await measured('Dark');
    expect(syncSimilarity).toHaveBeenCalledOnce();
  });

  it('should be no section of projects without pictures', async () => {
    const titles = (): readonly (string | null)[] =>
      [...document.querySelectorAll('aside [aria-expanded]')].map(each => each.textContent);
    expect(titles().slice(-2)).toEqual(['File size', 'Picture quality']);
    await drawPane(false);
    expect(titles().at(-1)).toBe('File size');
  });
});
