import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Container } from 'inversify';
import { act } from 'react';
import type { JSX } from 'react';
import { proxy } from 'valtio';
import { beforeEach, expect, it, vi } from 'vitest';
import { CommandRegistry } from '#core/commands/web/index.ts';
import { PluginScope, WebPluginHost } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { ConfirmHost } from '#core/ui/web/index.ts';
import { ItemActions } from '#plugins/workspace/items/web/kit/index.ts';
import { drawnPage, press, shows } from '#tests/support/drawn-page.tsx';
import type { Subset } from '../../common/keeping-api.ts';
import { ExploreClient } from '../explore-client.ts';
import { AddToSubset } from './add-to-subset.tsx';
import { SubsetDialog } from './subset-dialog.ts';
import { SubsetsDrawer } from './subsets-drawer.tsx';

const draw = drawnPage();
/** As long as a busy machine takes. */
const WAIT = { timeout: 10_000 };
const query = { project_id: 5 };
let subsets: readonly Subset[];
const keeping = {
  listSubsets: async () => ({ data: subsets }),
  createSubsets: vi.fn(async (_: object) => [{ id: 9 }]),
  renameSubset: vi.fn(async ({ body }: { readonly body: { readonly name: string } }) => {
    subsets = subsets.map(each => (each.id === 3 ? { ...each, ...body } : each));
  }),
  deleteSubset: vi.fn(async (_: object) => {
    subsets = [];
  }),
};
const actions = {
  preview: vi.fn(async () => ({ total: 2, examined: 2, changes: 1, same: 1, refused: [] })),
  change: vi.fn(async () => undefined),
};
const onOpen = vi.fn();
let dialogs: SubsetDialog;

beforeEach(() => {
  vi.clearAllMocks();
  subsets = [{ id: 3, name: 'Street corners', itemsCount: 2 } as unknown as Subset];
  dialogs = new SubsetDialog();
});

async function open(content: JSX.Element): Promise<void> {
  const container = new Container();
  container.bind(ExploreClient).toConstantValue({ keeping } as never);
  container.bind(ItemActions).toConstantValue(actions as never);
  container.bind(SubsetDialog).toConstantValue(dialogs);
  container.bind(CommandRegistry).toConstantValue({} as never);
  container.bind(WebPluginHost).toConstantValue({ state: proxy({}), menu: () => [] } as never);
  container.bind(TeamStore).toConstantValue({ state: proxy({ team: { id: 1 } }), can: () => true } as never);
  await draw(
    <QueryClientProvider client={new QueryClient()}>
      <PluginScope container={container}>
        {content}
        <ConfirmHost />
        <Notifications />
      </PluginScope>
    </QueryClientProvider>,
  );
}
const openDrawer = (): Promise<void> =>
  open(
    <SubsetsDrawer
      projectId={5}
      opened
      onClose={() => undefined}
      onOpen={onOpen}
      current={3}
      onRun={() => undefined}
    />,
  );

const dialog = (): HTMLElement => [...document.querySelectorAll<HTMLElement>('[role=dialog]')].at(-1)!;
const choose = async (action: string): Promise<void> => {
  await press('Actions of Street corners');
  await press(action, '[role=menuitem]');
};
const type = (text: string): Promise<void> =>
  act(async () => {
    const field = dialog().querySelector('input')!;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
const button = (name: string): HTMLButtonElement =>
  [...dialog().querySelectorAll('button')].find(each => each.textContent === name)!;

it('should give a subset another name', async () => {
  await openDrawer();
  await choose('Rename…');
  await shows('Rename subset');
  expect(button('Rename').disabled).toBe(true);
  await type('Corners');
  await act(async () => button('Rename').click());
  expect(keeping.renameSubset).toHaveBeenCalledExactlyOnceWith({
    params: { subset_id: 3 },
    query,
    body: { name: 'Corners' },
  });
  await vi.waitFor(() => act(async () => expect(document.body.textContent).toMatch(/Corners2 items/)), WAIT);
});

it('should delete a subset after a question only, and search in all items when it was the one that was searched', async () => {
  await openDrawer();
  await choose('Delete');
  await press('Cancel');
  expect(keeping.deleteSubset).not.toHaveBeenCalled();
  await choose('Delete');
  await shows('“Street corners” is deleted for everybody in the project. Its 2 items stay.');
  await press('Delete');
  expect(keeping.deleteSubset).toHaveBeenCalledExactlyOnceWith({ params: { subset_id: 3 }, query });
  await shows('“Street corners” is deleted.');
  await shows('No subsets yet.');
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(undefined);
});

it('should say what adding to a subset will do before it is done', async () => {
  const selection = { ids: new Set([1, 2]) };
  const change = { kind: 'subset', value: { subset_id: 3, mode: 'add' } };
  await open(<AddToSubset projectId={5} />);
  await act(async () => dialogs.open(selection, 'existing'));
  await vi.waitFor(() => expect(button('Add 2 items').disabled).toBe(true), WAIT);
  await vi.waitFor(() => act(async () => dialog().querySelector('input')!.click()), WAIT);
  await press('Street corners', '[role=option]');
  await shows('1 item will be added. 1 item is already in it.');
  expect(actions.preview).toHaveBeenCalledExactlyOnceWith(5, selection, change);
  await act(async () => button('Add 1 item').click());
  expect(actions.change).toHaveBeenCalledExactlyOnceWith(5, selection, change, false);
});

it('should create a subset with items as one change, so that it is gone when that is undone', async () => {
  const selection = { ids: new Set([1, 2]) };
  await open(<AddToSubset projectId={5} />);
  await act(async () => dialogs.open(selection, 'new'));
  await vi.waitFor(() => expect(button('Create with 2 items').disabled).toBe(true), WAIT);
  await type('Corners');
  await act(async () => button('Create with 2 items').click());
  expect(keeping.createSubsets).toHaveBeenCalledExactlyOnceWith({ query, body: { names: ['Corners'] } });
  const value = { subset_id: 9, mode: 'add', created: true };
  expect(actions.change).toHaveBeenCalledExactlyOnceWith(5, selection, { kind: 'subset', value }, false);
});
