import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Container } from 'inversify';
import { act } from 'react';
import type { JSX } from 'react';
import { proxy } from 'valtio';
import { expect, it, vi } from 'vitest';
import { PluginScope } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { drawnPage } from '#tests/support/drawn-page.tsx';
import type { Group } from '../common/api.ts';
import { GroupsClient } from './groups-client.ts';
import { useGroupChanges } from './use-group-changes.ts';

const draw = drawnPage();

it('should say in one message how many people were added to a group and who could not be', async () => {
  const addGroupMembers = async (): Promise<object> => ({
    success: ['ana@x.io'],
    failed: [{ email: 'ben@x.io', message: 'is in another group.' }],
  });
  const Add = (): JSX.Element => {
    const { addMembers } = useGroupChanges();
    return (
      <button onClick={() => void addMembers({ id: 2, name: 'Night' } as Group, ['ana@x.io', 'ben@x.io'])}>Add</button>
    );
  };
  const container = new Container();
  container.bind(GroupsClient).toConstantValue({ api: { addGroupMembers } } as never);
  container.bind(TeamStore).toConstantValue({ state: proxy({ team: { id: 1 } }) } as never);
  await draw(
    <QueryClientProvider client={new QueryClient()}>
      <PluginScope container={container}>
        <Add />
        <Notifications />
      </PluginScope>
    </QueryClientProvider>,
  );
  await act(async () => document.querySelector('button')!.click());
  await vi.waitFor(() =>
    expect(document.querySelector('[role=alert]')?.textContent).toBe(
      '1 person added to Night. ben@x.io is in another group.',
    ),
  );
});
