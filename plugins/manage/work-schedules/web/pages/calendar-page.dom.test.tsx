import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Container } from 'inversify';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { proxy } from 'valtio';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Transport } from '#core/api/web/index.ts';
import { SessionStore } from '#core/auth/web/index.ts';
import { PluginScope } from '#core/kernel/web/index.ts';
import { teamActions, teamRoles } from '#core/permissions/common/index.ts';
import type { Team } from '#core/tenancy/common/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { stubMatchMedia } from '#tests/support/match-media.ts';
import { WorkScheduleClient } from '../work-schedule-client.ts';
import CalendarPage from './calendar-page.tsx';

let root: Root;
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  stubMatchMedia();
  document.body.innerHTML = '<main></main>';
  root = createRoot(document.querySelector('main')!);
});
afterEach(() => root.unmount());

const member = (member_id: number, first_name: string) => ({
  member_id,
  email: `${first_name.toLowerCase()}@north.test`,
  first_name,
  last_name: 'North',
});

/** Opens the calendar as Anton, with a role in the team. */
function open(role: typeof teamRoles.teamAdmin | typeof teamRoles.contributor): void {
  const teams = new TeamStore(new Transport());
  teams.open({ id: 4, accesses: { actions: [...teamActions({ role })], action_groups: [] } } as unknown as Team);
  const container = new Container();
  container.bind(TeamStore).toConstantValue(teams);
  container.bind(SessionStore).toConstantValue({ state: proxy({ email: 'anton@north.test' }) } as never);
  const send = async (): Promise<object> => ({ data: [member(1, 'Nora'), member(2, 'Anton')], count: 2 });
  container.bind(Transport).toConstantValue({ send } as never);
  container.bind(WorkScheduleClient).toConstantValue({ api: { listSchedules: async () => ({ data: [] }) } } as never);
  root.render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <PluginScope container={container}>
          <MemoryRouter>
            <CalendarPage />
          </MemoryRouter>
        </PluginScope>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

const lines = (): readonly (string | null)[] =>
  [...document.querySelectorAll('tbody tr a')].map(each => each.textContent);

it('should show contributors their own line only, which leads to their schedule', async () => {
  open(teamRoles.contributor);
  await vi.waitFor(() => expect(lines()).toEqual(['Anton North']));
  expect(document.querySelector('tbody tr a')!.getAttribute('href')).toBe('/t/4/setup/members?member=2');
});

it('should show team admins a line for each member', async () => {
  open(teamRoles.teamAdmin);
  await vi.waitFor(() => expect(lines()).toEqual(['Nora North', 'Anton North']));
});
