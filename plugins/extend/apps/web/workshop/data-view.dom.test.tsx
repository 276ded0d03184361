import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Container } from 'inversify';
import { act, useState } from 'react';
import type { JSX } from 'react';
import { proxy } from 'valtio';
import { expect, it, vi } from 'vitest';
import { PluginScope } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { ConfirmHost } from '#core/ui/web/index.ts';
import { drawnPage } from '#tests/support/drawn-page.tsx';
import { AppsClient } from '../apps-client.ts';
import { DataView } from './data-view.tsx';

const draw = drawnPage();
/** Data of items by their ids. */
let kept: Map<number, unknown>;
const bytes = (value: unknown): number => JSON.stringify(value).length;

function Shown(): JSX.Element {
  const [unsaved, setUnsaved] = useState(false);
  return <DataView app={{ id: 4 } as never} unsaved={unsaved} onUnsaved={setUnsaved} />;
}

/** Opens the data of an app that keeps this for items. */
async function open(...first: readonly (readonly [item: number, value: unknown])[]): Promise<void> {
  kept = new Map(first);
  // Lists scroll to what is chosen, which jsdom knows nothing of.
  Element.prototype.scrollIntoView ??= () => undefined;
  const api = {
    appDataUse: async () => ({
      team: { bytes: 0, limit: 5_242_880 },
      items: { count: kept.size, bytes: [...kept.values()].reduce<number>((sum, each) => sum + bytes(each), 0) },
      largest: [...kept].map(([id, value]) => ({
        item_id: id,
        name: 'allium.jpg',
        project_id: 1,
        project: 'Flowers',
        bytes: bytes(value),
      })),
    }),
    getAppData: async () => ({ value: null, etag: 'none' }),
    getItemData: async ({ params }: { readonly params: { readonly item_id: number } }) => ({
      value: kept.get(params.item_id) ?? null,
      etag: kept.has(params.item_id) ? 'kept' : 'none',
    }),
    putItemData: async ({
      params,
      body,
    }: {
      readonly params: { item_id: number };
      readonly body: { value: unknown };
    }) => {
      kept.set(params.item_id, body.value);
      return { value: body.value, etag: 'kept' };
    },
  };
  const found = [
    { id: 2, name: 'allium.jpg' },
    { id: 3, name: 'canyon.jpg' },
  ];
  const container = new Container();
  container
    .bind(AppsClient)
    .toConstantValue({
      api,
      projects: { listProjects: async () => ({ data: [{ id: 1, name: 'Flowers' }] }) },
      items: {
        listItems: async ({ query: { name } }: { readonly query: { readonly name?: string } }) => ({
          data: found.filter(each => each.name.includes(name ?? '')),
        }),
      },
    } as never);
  container.bind(TeamStore).toConstantValue({ state: proxy({ team: { id: 1 } }), can: () => true } as never);
  await draw(
    <QueryClientProvider client={new QueryClient()}>
      <PluginScope container={container}>
        <Shown />
        <ConfirmHost />
      </PluginScope>
    </QueryClientProvider>,
  );
}

const until = (holds: () => void): Promise<void> => vi.waitFor(() => act(async () => holds()), { timeout: 10_000 });
const shows = (text: string): Promise<void> => until(() => expect(document.body.textContent).toContain(text));
const press = (name: RegExp): Promise<void> =>
  act(async () => [...document.querySelectorAll('button')].find(each => name.test(each.textContent))!.click());
const of = (name: string): Promise<void> =>
  act(async () => [...document.querySelectorAll('label')].find(each => each.textContent === name)!.click());
const box = (label: string): HTMLInputElement =>
  document.getElementById(
    [...document.querySelectorAll('label')].find(each => each.textContent === label)!.htmlFor,
  )! as HTMLInputElement;
const area = (): HTMLTextAreaElement => document.querySelector('textarea[aria-label="Data as JSON"]')!;
const type = (field: HTMLInputElement | HTMLTextAreaElement, text: string): Promise<void> =>
  act(async () => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
const option = (name: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('[role=option]')].find(each => each.textContent === name);
async function choose(list: string, name: string): Promise<void> {
  await act(async () => box(list).click());
  await until(() => expect(option(name)).toBeDefined());
  await act(async () => option(name)!.click());
}

it('should keep what is written for an item that was chosen, and say how much that is', async () => {
  await open();
  await shows('Used: 0 bytes of 5.0 MB (0 %) for the team, 0 bytes for 0 items');
  await of('Per item');
  await shows('The app keeps nothing for any item yet.');
  expect(box('Item').disabled).toBe(true);
  await choose('Project', 'Flowers');
  await choose('Item', 'allium.jpg');
  await shows('The app keeps nothing for allium.jpg yet.');
  await type(area(), '{ "seen": ');
  await shows('This is not JSON');
  await type(area(), '{ "seen": true }');
  await press(/^Save data$/);
  await shows('The app keeps this for allium.jpg: 13 bytes of 64 KB (<0.1 %).');
  await shows('13 bytes for 1 item');
  expect(kept.get(2)).toEqual({ seen: true });
});

it('should lead to an item by what is kept for it, and ask before what is not saved is left', async () => {
  await open([2, 'mine']);
  await of('Per item');
  await shows('allium.jpg');
  await press(/^allium\.jpg/);
  await until(() => expect(area().value).toBe('"mine"'));
  await type(area(), '"not saved"');
  const answer = async (name: RegExp): Promise<void> => {
    await shows('Leave without saving the data?');
    await press(name);
    await until(() => expect(document.querySelector('[role=dialog]')).toBeNull());
  };
  await of('Of the team');
  await answer(/^Cancel$/);
  await type(box('Item'), 'cany');
  await choose('Item', 'canyon.jpg');
  await answer(/^Cancel$/);
  expect([box('Item').value, area().value]).toEqual(['allium.jpg', '"not saved"']);
  await of('Of the team');
  await answer(/^Leave$/);
  await shows('The app keeps nothing for the team yet.');
  expect(kept.get(2)).toBe('mine');
});
