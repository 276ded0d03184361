import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Container } from 'inversify';
import { act } from 'react';
import type { JSX } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { Transport } from '#core/api/web/index.ts';
import { PluginScope } from '#core/kernel/web/index.ts';
import { teamActions, teamRoles } from '#core/permissions/common/index.ts';
import type { Team } from '#core/tenancy/common/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { drawnPage, shows } from '#tests/support/drawn-page.tsx';
import { InviteDialog } from '../invite-dialog.tsx';
import TeamRolesPage from '../pages/team-roles-page.tsx';
import { TeamsClient } from '../teams-client.ts';

const page = drawnPage();
const lead = { id: 9, name: 'Lead', description: '', rights: ['Invite'], members: 2, version: 1 };
const reviewer = { id: 10, name: 'Reviewer', description: '', rights: [], members: 0, version: 1 };
const deleteTeamRole = vi.fn(async () => ({}));
const failed = { emails: [], reasons: {} };
const inviteMembers = vi.fn(async () => ({ links: {}, unmailed: {}, mailed: ['kim@north.test'], days: 7, failed }));
beforeEach(() => {
  deleteTeamRole.mockClear();
  inviteMembers.mockClear();
});

async function draw(content: JSX.Element, role: 4 | 7): Promise<void> {
  // Mantine sizes a textarea again when fonts are loaded, which jsdom knows nothing of.
  Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });
  // Mantine brings the chosen entry of a list into view.
  Element.prototype.scrollIntoView ??= () => undefined;
  const teams = new TeamStore(new Transport());
  const actions = [...teamActions({ role })];
  teams.open({ id: 4, name: 'North', accesses: { actions, action_groups: [] } } as unknown as Team);
  const container = new Container();
  container.bind(TeamStore).toConstantValue(teams);
  const roles = { listTeamRoles: async () => ({ data: [lead, reviewer] }), deleteTeamRole };
  container.bind(TeamsClient).toConstantValue({ api: { inviteMembers }, roles } as never);
  await page(
    <QueryClientProvider client={new QueryClient()}>
      <PluginScope container={container}>
        <MemoryRouter>{content}</MemoryRouter>
      </PluginScope>
    </QueryClientProvider>,
  );
}
const click = (selector: string, text: string): Promise<void> =>
  act(async () =>
    [...document.querySelectorAll<HTMLElement>(selector)].find(each => each.textContent === text)!.click(),
  );

const choose = async (label: string, entry: string): Promise<void> => {
  const field = [...document.querySelectorAll('input')].find(each => each.labels?.[0]?.textContent === label)!;
  await act(async () => field.focus());
  await act(async () => field.click());
  await click('[role=option]', entry);
};

it('should be deleted with the role that its people get instead, after it was said how many they are', async () => {
  await draw(<TeamRolesPage />, teamRoles.teamAdmin);
  await shows('2 people');
  await act(async () => document.querySelector<HTMLElement>('[aria-label="Actions of Lead"]')!.click());
  await click('[role=menuitem]', 'Delete');
  await shows('2 people have this role.');
  await choose('Role they get instead', 'Reviewer');
  await click('button', 'Delete role');
  expect(deleteTeamRole).toHaveBeenCalledWith({ params: { team_id: 4, team_role_id: 9 }, query: { replacement: 10 } });
  expect(document.querySelector('[role=dialog]')).toBeNull();
});

it('should be given with an invitation', async () => {
  await draw(<InviteDialog opened onClose={() => undefined} />, teamRoles.teamAdmin);
  await shows('Team role');
  const field = document.querySelector('textarea')!;
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!.call(field, 'kim@north.test');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await choose('Team role', 'Lead');
  await act(async () => document.querySelector('form')!.requestSubmit());
  expect(inviteMembers).toHaveBeenCalledWith({
    params: { team_id: 4 },
    body: { emails: ['kim@north.test'], team_role: 4, team_role_id: 9 },
  });
});

it('should not be offered to who may invite contributors only, nor the role of an admin', async () => {
  await draw(<InviteDialog opened onClose={() => undefined} />, teamRoles.contributor);
  await shows('Contributor');
  expect(document.body.textContent).not.toContain('Team Admin');
  expect(document.body.textContent).not.toContain('Team role');
});
