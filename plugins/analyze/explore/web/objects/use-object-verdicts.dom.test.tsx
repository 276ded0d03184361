import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Container } from 'inversify';
import { act } from 'react';
import type { JSX } from 'react';
import { expect, it, vi } from 'vitest';
import { PluginScope } from '#core/kernel/web/index.ts';
import { drawnPage } from '#tests/support/drawn-page.tsx';
import { ExploreClient } from '../explore-client.ts';
import type { FoundObject } from './use-found-objects.ts';
import { useObjectVerdicts } from './use-object-verdicts.ts';

const draw = drawnPage();
const object = (item_id: number, error: boolean | null = null): FoundObject =>
  ({ item_id, id: `object ${item_id}`, error }) as unknown as FoundObject;

/** Draws a button that approves objects. */
async function drawApproval(objects: readonly FoundObject[], updateInstances: () => Promise<object>): Promise<void> {
  const Approve = (): JSX.Element => {
    const give = useObjectVerdicts(5);
    return <button onClick={() => void give(objects, 'approved')}>Approve</button>;
  };
  const container = new Container();
  container.bind(ExploreClient).toConstantValue({ searches: { updateInstances } } as never);
  await draw(
    <QueryClientProvider client={new QueryClient()}>
      <PluginScope container={container}>
        <Approve />
        <Notifications />
      </PluginScope>
    </QueryClientProvider>,
  );
  await act(async () => document.querySelector('button')!.click());
}

it('should say in one message which objects were approved and which were left as they are', async () => {
  await drawApproval([object(1), object(2)], async () => ({
    success: [1],
    failed: [{ message: 'The item is locked.' }],
  }));
  await vi.waitFor(() =>
    expect(document.querySelector('[role=alert]')?.textContent).toBe(
      '1 object approved. 1 item was left as it is: The item is locked.Undo',
    ),
  );
});

it('should give each object back the verdict that it had before', async () => {
  const updateInstances = vi.fn(async () => ({ success: [1, 2], failed: [] }));
  await drawApproval([object(1), object(2, true)], updateInstances);
  const message = (): string | null | undefined => document.querySelector('[role=status]')?.textContent;
  await vi.waitFor(() => expect(message()).toBe('2 objects approved.Undo'));
  updateInstances.mockClear();
  const undo = [...document.querySelectorAll('button')].find(each => each.textContent === 'Undo')!;
  await act(async () => undo.click());
  await vi.waitFor(() => expect(updateInstances).toHaveBeenCalledTimes(2));
  const instances = (id: number): object[] => [{ item_id: id, id: `object ${id}` }];
  expect(updateInstances.mock.calls).toEqual([
    [{ query: { project_id: 5 }, body: { instances: instances(2), approval: 'disapproved' } }],
    [{ query: { project_id: 5 }, body: { instances: instances(1), approval: 'none' } }],
  ]);
});
