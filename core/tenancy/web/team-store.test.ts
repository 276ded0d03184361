import { expect, test } from 'vitest';
import { Fault } from '#core/base/common/index.ts';
import { Transport } from '#core/api/web/index.ts';
import type { Team } from '../common/index.ts';
import { TeamStore } from './team-store.ts';

const team = (id: number, organization: number): Team => ({ id, organization: { id: organization } }) as Team;

test('should open an address of a team there, and one of an organization in a team of it', () => {
  const store = new TeamStore(new Transport());
  store.state.teams = [team(1, 10), team(2, 20), team(3, 20)];
  expect(store.teamOfAddress('/t/7/projects')).toBe(7);
  expect(store.teamOfAddress('/org/20/plugins')).toBe(2);
  store.state.team = team(3, 20);
  expect(store.teamOfAddress('/org/20/plugins')).toBe(3);
  expect(store.teamOfAddress('/org/10/plugins')).toBe(1);
});

test('should know no team for other addresses, nor for an organization in which the person is in none', () => {
  const store = new TeamStore(new Transport());
  store.state.teams = [team(1, 10)];
  for (const path of ['/org/99/plugins', '/admin/organizations/10', '/workspaces', '/t/x', '/org/10x'])
    expect(store.teamOfAddress(path)).toBeUndefined();
});

test('should set the flag of an expired trial when a call is refused for it, until another team is opened', () => {
  const transport = new Transport();
  const store = new TeamStore(transport);
  const refuse = (code: string): unknown =>
    transport.hooks.failed.call(new Fault(code, 'No.', { status: 402 }), { service: 'main', name: 'a', path: '/a' });
  refuse('CONTRACT_EXPIRED');
  expect(store.state.trialExpired).toBe(false);
  refuse('TRIAL_EXPIRED');
  expect(store.state.trialExpired).toBe(true);
  store.open(team(1, 10));
  expect(store.state.trialExpired).toBe(false);
});
