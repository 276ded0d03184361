import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Container } from 'inversify';
import { act, useState } from 'react';
import type { JSX } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { PluginScope } from '#core/kernel/web/index.ts';
import { ItemsWebHooks } from '#plugins/workspace/items/web/kit/index.ts';
import { drawnPage, press } from '#tests/support/drawn-page.tsx';
import { readAddress } from '../../common/explore-address.ts';
import type { FacetKind } from '../../common/facets/facet.ts';
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
const countFacets = vi.fn(async ({ body: { kind } }: { readonly body: { readonly kind: FacetKind } }) => ({
  data: [{ kind, name: null, more: false, values: (VALUES[kind] ?? []).map(value => ({ value, count: 2 })) }],
}));
let query: string;

function Narrowed(): JSX.Element {
  const [run, setRun] = useState('');
  const narrow = (next: string): void => {
    query = next;
    setRun(next);
  };
  const address = { ...readAddress(new URLSearchParams()), query: run };
  return (
    <>
      <QueryChips query={run} onRun={narrow} />
      <FacetPane projectId={5} address={address} onRun={narrow} />
    </>
  );
}

beforeEach(async () => {
  vi.clearAllMocks();
  localStorage.clear();
  const container = new Container();
  container.bind(ExploreClient).toConstantValue({ searches: { countFacets } } as never);
  container.bind(ExploreViewStore).toConstantValue(new ExploreViewStore());
  container.bind(ItemsWebHooks).toConstantValue(new ItemsWebHooks());
  await draw(
    <QueryClientProvider client={new QueryClient()}>
      <PluginScope container={container}>
        <Narrowed />
      </PluginScope>
    </QueryClientProvider>,
  );
  await vi.waitFor(() => act(async () => expect(box('Car')).toBeDefined()));
});

const box = (name: string): HTMLInputElement | undefined =>
  [...document.querySelectorAll<HTMLInputElement>('aside input[type=checkbox]')].find(
    each => each.labels?.[0]?.textContent === name,
  );
const check = (name: string): Promise<void> => act(async () => box(name)!.click());
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
