import { randomBytes, randomUUID } from 'node:crypto';
import { Fault } from '#core/base/common/index.ts';
import { callerOf } from '#core/auth/server/index.ts';
import { teamRoles } from '#core/permissions/common/index.ts';
import type { App } from './app.ts';
import type { Configuration } from './configuration.ts';
import type { Log } from '#core/api/server/index.ts';

/** Accounts of the demo: an owner, who administers the installation, and two contributors. */
const DEMO_ACCOUNTS = [
  { email: 'demo@loupe.local', firstName: 'Dana', lastName: 'Demo' },
  { email: 'ana@loupe.local', firstName: 'Ana', lastName: 'Annotator' },
  { email: 'quinn@loupe.local', firstName: 'Quinn', lastName: 'Reviewer' },
] as const;

/** The password of the demo where nobody else can reach it. It is in the documentation, so anybody knows it. */
const KNOWN_PASSWORD = 'loupe-demo-1';

/** An account of the demo with its first password, which is shown once. */
export interface DemoAccount {
  readonly email: string;
  readonly password: string;
}

/** Settings that say who reaches a server. */
export type Reach = Pick<Configuration, 'host' | 'databaseUrl' | 'publicUrl'>;

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|\[?::1\]?|localhost)$/;

/** True when only this machine reaches the server, and its data are on it. */
export const isPrivate = ({ host, databaseUrl, publicUrl }: Reach): boolean =>
  databaseUrl === undefined && LOOPBACK.test(host) && LOOPBACK.test(new URL(publicUrl).hostname);

/**
 * Makes the demo organization, team and people, then lets every plugin add its samples. Its passwords are random unless
 * the server is private.
 *
 * @param onAccounts called once the people can sign in, before the samples are added
 * @throws Fault DEMO_EXISTS the second time
 */
export async function makeDemo(
  app: App,
  log: Log,
  place: Reach,
  onAccounts: (accounts: readonly DemoAccount[]) => void = () => undefined,
): Promise<{ readonly teamId: number; readonly accounts: readonly DemoAccount[] }> {
  const { people, organizations, teams, members, contexts, hooks } = app.services;
  if ((await people.byEmail(DEMO_ACCOUNTS[0].email)) !== undefined)
    throw new Fault('DEMO_EXISTS', `The demo is here already: sign in as ${DEMO_ACCOUNTS[0].email}.`);
  const accounts = DEMO_ACCOUNTS.map(account => ({
    ...account,
    password: isPrivate(place) ? KNOWN_PASSWORD : randomBytes(12).toString('base64url'),
  }));
  const [owner, ...others] = await Promise.all(
    accounts.map((account, index) => people.create({ ...account, superAdmin: index === 0 })),
  );
  const organization = await organizations.create('Demo organization', owner!.id);
  const teamId = await teams.create(organization.id, 'Demo team', owner!, 'Photographs to try things on');
  for (const person of others) await members.add(teamId, person, teamRoles.contributor);
  const made = accounts.map(({ email, password }) => ({ email, password }));
  onAccounts(made);
  const caller = callerOf(owner!);
  const team = await teams.membership(caller, teamId);
  await hooks.seeding.promise(
    contexts.make({
      requestId: randomUUID(),
      credential: 'job',
      user: caller,
      team: team!,
      scope: {},
      address: 'command line',
      log,
      signal: new AbortController().signal,
      enablement: await app.gate.enablement(organization.id),
    }),
  );
  return { teamId, accounts: made };
}
