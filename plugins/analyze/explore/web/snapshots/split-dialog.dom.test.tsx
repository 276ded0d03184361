import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Container } from 'inversify';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { PluginScope } from '#core/kernel/web/index.ts';
import { drawnPage } from '#tests/support/drawn-page.tsx';
import { readAddress } from '../../common/explore-address.ts';
import { ExploreClient } from '../explore-client.ts';
import { SplitDialog } from './split-dialog.tsx';

const draw = drawnPage();
const button = (name: string): HTMLButtonElement =>
  [...document.querySelectorAll('button')].find(each => each.textContent === name)!;

it('should say how results would be divided before they are, and again only when asked after a change', async () => {
  const splitItems = vi.fn(async (_: { readonly body: { readonly preview: boolean } }) => ({
    parts: [
      { subset_id: 1, name: 'Train', before: 2, added: 1200 },
      { subset_id: null, name: 'Test', before: 0, added: 4 },
    ],
  }));
  const onClose = vi.fn();
  const container = new Container();
  container.bind(ExploreClient).toConstantValue({ snapshots: { splitItems } } as never);
  const address = { ...readAddress(new URLSearchParams()), query: 'name = a' };
  await draw(
    <QueryClientProvider client={new QueryClient()}>
      <PluginScope container={container}>
        <SplitDialog projectId={5} address={address} opened onClose={onClose} />
        <Notifications />
      </PluginScope>
    </QueryClientProvider>,
  );
  await act(async () => button('Preview').click());
  const shown = (): readonly string[] =>
    [...document.querySelectorAll('[aria-label=Preview] tr')].map(each => each.textContent ?? '');
  await vi.waitFor(() => act(async () => expect(shown()).toEqual(['Train2 in it, 1,200 added', 'Test4 added'])));
  const names = ['Train', 'Validation', 'Test'];
  const asked = {
    query: 'name = a',
    parts: [70, 15, 15].map((share, at) => ({ name: names[at], share })),
    stratify: 'class',
    group: 'none',
  };
  expect(splitItems.mock.lastCall?.[0].body).toEqual({ ...asked, preview: true });
  await act(async () => document.querySelector<HTMLElement>('[aria-label="Remove subset 2"]')!.click());
  expect(shown()).toEqual([]);
  await act(async () => button('Split').click());
  expect(splitItems.mock.lastCall?.[0].body).toEqual({
    ...asked,
    parts: [asked.parts[0], asked.parts[2]],
    preview: false,
  });
  await vi.waitFor(() => expect(document.body.textContent).toContain('1,204 items added to subsets.'));
  expect(onClose).toHaveBeenCalledOnce();
});
