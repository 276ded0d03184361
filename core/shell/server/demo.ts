import { randomUUID } from 'node:crypto';
import { Fault } from '#core/base/common/index.ts';
import { callerOf } from '#core/auth/server/index.ts';
import { teamRoles } from '#core/permissions/common/index.ts';
import type { App } from './app.ts';
import type { Log } from '#core/api/server/index.ts';

/** Accounts of the demo: an owner and two contributors. Printed at the first start, to be changed before others get in. */
export const DEMO_ACCOUNTS = [
  { email: 'demo@loupe.local', password: 'loupe-demo-1', firstName: 'Dana', lastName: 'Demo' },
  { email: 'ana@loupe.local', password: 'loupe-demo-1', firstName: 'Ana', lastName: 'Annotator' },
  { email: 'quinn@loupe.local', password: 'loupe-demo-1', firstName: 'Quinn', lastName: 'Reviewer' },
] as const;

/** Makes the demo organization, team and people, then lets every plugin add its samples. Throws DEMO_EXISTS the second time. */
export async function makeDemo(app: App, log: Log): Promise<{ readonly teamId: number }> {
  const { people, organizations, teams, members, contexts, hooks } = app.services;
  if ((await people.byEmail(DEMO_ACCOUNTS[0].email)) !== undefined) throw new Fault('DEMO_EXISTS', `The demo is here already: sign in as ${DEMO_ACCOUNTS[0].email}.`);
  const [owner, ...others] = await Promise.all(DEMO_ACCOUNTS.map((account, index) => people.create({ ...account, superAdmin: index === 0 })));
  const organization = await organizations.create('Demo organization', owner!.id);
  const teamId = await teams.create(organization.id, 'Demo team', owner!, 'Photographs to try things on');
  for (const person of others) await members.add(teamId, person, teamRoles.contributor);
  const caller = callerOf(owner!);
  const team = await teams.standing(caller, teamId);
  await hooks.seeding.promise(contexts.make({
    requestId: randomUUID(), credential: 'job', user: caller, team: team!, scope: {}, address: 'command line', log, signal: new AbortController().signal,
    enablement: await app.gate.enablement(organization.id),
  }));
  return { teamId };
}
