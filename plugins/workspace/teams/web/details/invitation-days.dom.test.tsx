import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Container } from 'inversify';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { Transport } from '#core/api/web/index.ts';
import { PluginScope } from '#core/kernel/web/index.ts';
import type { Team } from '#core/tenancy/common/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { drawnPage } from '#tests/support/drawn-page.tsx';
import { TeamsClient } from '../teams-client.ts';
import { InvitationDays } from './invitation-days.tsx';

const draw = drawnPage();

it('should keep a number of days outside of the limits as it is typed, show the limits, and save only one within', async () => {
  const teams = new TeamStore(new Transport());
  teams.open({ id: 4, accesses: { actions: [], action_groups: [] } } as unknown as Team);
  const putTeamSettings = vi.fn(async ({ body }: { body: object }) => body);
  const care = { getTeamSettings: async () => ({ invitation_days: 7 }), putTeamSettings };
  const container = new Container();
  container.bind(TeamStore).toConstantValue(teams);
  container.bind(TeamsClient).toConstantValue({ care } as never);
  await draw(
    <QueryClientProvider client={new QueryClient()}>
      <PluginScope container={container}>
        <InvitationDays />
      </PluginScope>
    </QueryClientProvider>,
  );
  await vi.waitFor(() => act(async () => expect(document.querySelector('input')).not.toBeNull()));
  const field = document.querySelector('input')!;
  const enter = (value: string): Promise<void> =>
    act(async () => {
      field.focus();
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, value);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
  const problem = (): string | undefined => document.querySelector('.mantine-InputWrapper-error')?.textContent;
  for (const value of ['400', '0', '']) {
    await enter(value);
    expect(problem()).toBeUndefined();
    await act(async () => field.blur());
    expect([problem(), field.value.replace(' days', '')]).toEqual(['Enter a number of days from 1 to 90.', value]);
  }
  expect(putTeamSettings).not.toHaveBeenCalled();
  await enter('30');
  await act(async () => field.blur());
  expect(putTeamSettings).toHaveBeenCalledExactlyOnceWith({ params: { team_id: 4 }, body: { invitation_days: 30 } });
  expect(problem()).toBeUndefined();
});
