import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Container } from 'inversify';
import { act } from 'react';
import type { JSX } from 'react';
import { expect, it, vi } from 'vitest';
import { Transport } from '#core/api/web/index.ts';
import { PluginScope } from '#core/kernel/web/index.ts';
import { teamActions, teamRoles } from '#core/permissions/common/index.ts';
import type { Team } from '#core/tenancy/common/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { hasUnsavedForms } from '#core/ui/web/index.ts';
import { drawnPage, press, shows } from '#tests/support/drawn-page.tsx';
import { InvitationLink } from './invitation-link.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import SdkTokenPage from './pages/sdk-token-page.tsx';
import { TeamsClient } from './teams-client.ts';

const page = drawnPage();

async function draw(content: JSX.Element, api: object): Promise<void> {
  // Mantine sizes a textarea again when fonts are loaded, which jsdom knows nothing of.
  Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });
  const teams = new TeamStore(new Transport());
  const actions = [...teamActions({ role: teamRoles.teamAdmin })];
  teams.open({ id: 4, name: 'North', accesses: { actions, action_groups: [] } } as unknown as Team);
  const container = new Container();
  container.bind(TeamStore).toConstantValue(teams);
  const roles = { listTeamRoles: async () => ({ data: [] }) };
  container.bind(TeamsClient).toConstantValue({ api, roles } as never);
  await page(
    <QueryClientProvider client={new QueryClient()}>
      <PluginScope container={container}>{content}</PluginScope>
    </QueryClientProvider>,
  );
}
const escape = (): Promise<void> =>
  act(async () => void document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })));

it.each([
  [true, 1],
  [false, 0],
])('should be closed by Escape with a link that was mailed %s: %s times', async (mailed, times) => {
  const onClose = vi.fn();
  const made = { email: 'kim@north.test', link: 'https://loupe.test/i/1', mailed, days: 7 };
  await draw(<InvitationLink made={made} onClose={onClose} />, {});
  await escape();
  expect(onClose).toHaveBeenCalledTimes(times);
});

it('should keep links of invitations on screen until the person is done with them', async () => {
  const onClose = vi.fn();
  const invited = { links: { 'kim@north.test': 'https://loupe.test/i/1' }, unmailed: {}, mailed: [], days: 7 };
  const inviteMembers = async (): Promise<object> => ({ ...invited, failed: { emails: [], reasons: {} } });
  await draw(<InviteDialog opened onClose={onClose} />, { inviteMembers });
  const field = document.querySelector('textarea')!;
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!.call(field, 'kim@north.test');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await act(async () => document.querySelector('form')!.requestSubmit());
  await shows('https://loupe.test/i/1');
  await escape();
  expect([onClose.mock.calls.length, hasUnsavedForms()]).toEqual([0, true]);
  await press('Done');
  expect([onClose.mock.calls.length, hasUnsavedForms()]).toEqual([1, false]);
});

it('should keep a new SDK token on screen until the person is done with it', async () => {
  const describeSdkToken = vi.fn(async () => ({ exists: false }));
  await draw(<SdkTokenPage />, { describeSdkToken, generateSdkToken: async () => ({ token: 'secret=4' }) });
  await shows('Generate token');
  await press('Generate token');
  await shows('secret=4');
  await escape();
  expect(document.body.textContent).toContain('secret=4');
  expect(hasUnsavedForms()).toBe(true);
  await press('Done');
  expect(document.body.textContent).not.toContain('secret=4');
  expect(hasUnsavedForms()).toBe(false);
});
