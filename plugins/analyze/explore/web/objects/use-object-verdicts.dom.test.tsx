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
const object = (item_id: number): FoundObject =>
  ({ item_id, id: `object ${item_id}`, error: null }) as unknown as FoundObject;

it('should say in one message which objects were approved and which were left as they are', async () => {
  const updateInstances = vi.fn(async () => ({ success: [1], failed: [{ message: 'The item is locked.' }] }));
  const Approve = (): JSX.Element => {
    const give = useObjectVerdicts(5);
    return <button onClick={() => void give([object(1), object(2)], 'approved')}>Approve</button>;
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
  await vi.waitFor(() =>
    expect(document.querySelector('[role=alert]')?.textContent).toBe(
      '1 object approved. 1 item was left as it is: The item is locked.Undo',
    ),
  );
});
