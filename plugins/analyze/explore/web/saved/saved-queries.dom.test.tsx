import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Container } from 'inversify';
import { act } from 'react';
import { proxy } from 'valtio';
import { beforeEach, expect, it, vi } from 'vitest';
import { PluginScope } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { ConfirmHost } from '#core/ui/web/index.ts';
import { drawnPage, press, shows } from '#tests/support/drawn-page.tsx';
import type { SavedQuery } from '../../common/keeping-api.ts';
import { ExploreClient } from '../explore-client.ts';
import { SaveDialog } from './save-dialog.tsx';
import { SavedQueries } from './saved-queries.tsx';

const draw = drawnPage();
/** As long as a busy machine takes. */
const WAIT = { timeout: 10_000 };
const PEOPLE = 'instance(className = Person)';
const query = { project_id: 5 };
let saved: readonly SavedQuery[];
const keeping = {
  listQueries: async () => ({ data: saved }),
  createQuery: vi.fn(async (_: object) => ({})),
  updateQuery: vi.fn(async ({ body }: { readonly body: Partial<SavedQuery> }) => {
    saved = saved.map(each => ({ ...each, ...body }));
  }),
  deleteQuery: vi.fn(async (_: object) => {
    saved = [];
  }),
};
const onRun = vi.fn();
const onClose = vi.fn();

beforeEach(() => {
  vi.clearAllMocks();
  saved = [
    { id: 3, name: 'With people', text: PEOPLE, shared: true, creator: 'nora@north.test' } as unknown as SavedQuery,
  ];
});

/** Draws the dialog that keeps a query, or the list of those that are kept. */
async function open(what: 'dialog' | 'list'): Promise<void> {
  const container = new Container();
  container.bind(ExploreClient).toConstantValue({ keeping } as never);
  container.bind(TeamStore).toConstantValue({ state: proxy({ team: { id: 1 } }), can: () => true } as never);
  await draw(
    <QueryClientProvider client={new QueryClient()}>
      <PluginScope container={container}>
        {what === 'dialog' ? (
          <SaveDialog projectId={5} saving={{ text: PEOPLE }} onClose={onClose} />
        ) : (
          <SavedQueries projectId={5} opened onClose={onClose} onRun={onRun} current="name = a" />
        )}
        <ConfirmHost />
        <Notifications />
      </PluginScope>
    </QueryClientProvider>,
  );
}

const dialog = (): HTMLElement => [...document.querySelectorAll<HTMLElement>('[role=dialog]')].at(-1)!;
const choose = async (action: string): Promise<void> => {
  await press('Actions of With people');
  await press(action, '[role=menuitem]');
};
const type = (text: string): Promise<void> =>
  vi.waitFor(
    () =>
      act(async () => {
        const field = dialog().querySelector<HTMLInputElement>('input[data-autofocus]')!;
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, text);
        field.dispatchEvent(new Event('input', { bubbles: true }));
      }),
    WAIT,
  );
const save = (): HTMLButtonElement =>
  [...dialog().querySelectorAll('button')].find(each => each.textContent === 'Save')!;

it('should keep a query under a name, once it has one', async () => {
  await open('dialog');
  expect(dialog().textContent).toContain(PEOPLE);
  expect(save().disabled).toBe(true);
  await type(' With people ');
  await act(async () => save().click());
  expect(keeping.createQuery).toHaveBeenCalledExactlyOnceWith({
    query,
    body: { name: 'With people', text: PEOPLE, shared: true },
  });
  await shows('“With people” is saved.');
  expect(onClose).toHaveBeenCalledOnce();
});

it('should run a kept query', async () => {
  await open('list');
  await shows('nora@north.test');
  await act(async () =>
    [...dialog().querySelectorAll('button')].find(each => each.textContent!.startsWith('With people'))!.click(),
  );
  expect(onRun).toHaveBeenCalledExactlyOnceWith(PEOPLE);
  expect(onClose).toHaveBeenCalledOnce();
});

it('should give a kept query another name, or the current query, which can be taken back', async () => {
  await open('list');
  await choose('Rename…');
  await shows('Rename query');
  await type('People');
  await act(async () => save().click());
  expect(keeping.updateQuery).toHaveBeenLastCalledWith({
    params: { query_id: 3 },
    query,
    body: { name: 'People', shared: true },
  });
  await shows('“People” is saved.');
  await press('Actions of People');
  await press('Replace with the current query', '[role=menuitem]');
  await shows('“People” has the current query now.');
  const last = keeping.updateQuery.mock.lastCall!;
  expect(last).toEqual([{ params: { query_id: 3 }, query, body: { text: 'name = a' } }]);
  await press('Undo');
  expect(keeping.updateQuery).toHaveBeenLastCalledWith({ params: { query_id: 3 }, query, body: { text: PEOPLE } });
});

it('should delete a kept query after a question only, and say then that there is none', async () => {
  await open('list');
  await choose('Delete');
  await press('Cancel');
  expect(keeping.deleteQuery).not.toHaveBeenCalled();
  await choose('Delete');
  await shows('“With people” is deleted for everybody in the project. No item is touched.');
  await press('Delete');
  expect(keeping.deleteQuery).toHaveBeenCalledExactlyOnceWith({ params: { query_id: 3 }, query });
  await shows('“With people” is deleted.');
  await shows('No saved queries yet.');
});
