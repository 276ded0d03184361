import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { Container } from 'inversify';
import { Fault, isFault } from '#core/base/common/index.ts';
import { email as emailShape, passwordProblem } from '#core/auth/common/index.ts';
import type { BackupManifest, MigrationSource } from '#core/data/server/index.ts';
import { backup, loadKeys, restore } from '#core/data/server/index.ts';
import { enablementOf, reasonText } from '#core/kernel/common/index.ts';
import { CoreHooks, ServerPluginHost } from '#core/kernel/server/index.ts';
import { teamRoles } from '#core/permissions/common/index.ts';
import type { App } from './app.ts';
import { migrationSources } from './app.ts';
import type { Configuration } from './configuration.ts';
import { readConfiguration } from './configuration.ts';
import { DEMO_ACCOUNTS, makeDemo } from './demo.ts';
import { discover } from './discovery.ts';
import type { Ground } from './open-server.ts';
import { openApp, openLog, openStores } from './open-server.ts';

const USAGE = `loupe COMMAND [options] [--json]

  user create --email EMAIL [--name "First Last"] [--password TEXT] [--admin] [--organization NAME --team NAME]
                                   make an account; prints the password when none is given
  user password --email EMAIL [--password TEXT]
                                   set a new password; all sessions end
  sdk-token --team ID --user EMAIL make an SDK token and print it once
  demo                             make the demo organization
  migrate                          bring the database to the newest state
  backup FILE                      write database, files and keys to one archive
  restore FILE                     read such an archive into an empty installation
  plugins list                     installed plugins and their state

Settings are read from the environment, as by the server; see README.md.`;

interface Outcome {
  /** For people, line by line. */
  readonly text: string;
  /** For programs, with --json. */
  readonly data: unknown;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    email: { type: 'string' }, name: { type: 'string' }, password: { type: 'string' }, admin: { type: 'boolean' }, organization: { type: 'string' }, team: { type: 'string' }, user: { type: 'string' },
    json: { type: 'boolean' }, help: { type: 'boolean' },
  },
});

const need = (name: 'email' | 'user' | 'team'): string => {
  const value = values[name];
  if (value === undefined || value === '') throw new Fault('USAGE', `--${name} is missing.\n\n${USAGE}`);
  return value;
};

const password = (): string => {
  const text = values.password ?? randomBytes(12).toString('base64url');
  const problem = passwordProblem(text);
  if (problem !== undefined) throw new Fault('USAGE', `--password: ${problem}`);
  return text;
};

async function createUser({ services }: App): Promise<Outcome> {
  const email = emailShape.safeParse(need('email'));
  if (!email.success) throw new Fault('USAGE', '--email is not an e-mail address.');
  const [firstName = '', ...rest] = (values.name ?? '').split(' ');
  const secret = password();
  const person = await services.people.create({ email: email.data, password: secret, firstName, lastName: rest.join(' '), superAdmin: values.admin ?? false });
  let teamId: number | undefined;
  if (values.team !== undefined) {
    const name = values.organization ?? values.team;
    const known = (await services.organizations.list()).find(each => each.name.toLowerCase() === name.toLowerCase());
    const organization = known ?? (await services.organizations.create(name, person.id));
    const team = (await services.organizations.teamsOf(organization.id)).find(each => each.name.toLowerCase() === values.team!.toLowerCase());
    if (team === undefined) teamId = await services.teams.create(organization.id, values.team, person);
    else await services.members.add((teamId = team.id), person, teamRoles.contributor);
  }
  return {
    text: `${person.email} can sign in${values.password === undefined ? ` with the password ${secret}` : ''}.${teamId === undefined ? '' : ` Team ${teamId}.`}`,
    data: { id: person.id, email: person.email, ...(values.password === undefined ? { password: secret } : {}), ...(teamId === undefined ? {} : { team_id: teamId }) },
  };
}

async function setPassword({ services }: App): Promise<Outcome> {
  const person = await services.people.byEmail(need('email'));
  if (person === undefined) throw new Fault('NOT_FOUND', `There is no account ${need('email')}.`);
  const secret = password();
  await services.people.setPassword(person.id, secret);
  return { text: `The password of ${person.email} is changed${values.password === undefined ? ` to ${secret}` : ''}.`, data: { email: person.email, ...(values.password === undefined ? { password: secret } : {}) } };
}

async function sdkToken({ services }: App): Promise<Outcome> {
  const teamId = Number(need('team'));
  const person = await services.people.byEmail(need('user'));
  if (person === undefined) throw new Fault('NOT_FOUND', `There is no account ${need('user')}.`);
  const caller = { id: person.id, email: person.email, firstName: '', lastName: '', superAdmin: false };
  if (!Number.isSafeInteger(teamId) || (await services.teams.standing(caller, teamId)) === undefined) throw new Fault('NOT_FOUND', `${person.email} is in no team ${need('team')}.`);
  const token = await services.sdkTokens.generate(teamId, person.id);
  return { text: token, data: { token } };
}

async function demo(app: App): Promise<Outcome> {
  const { teamId } = await makeDemo(app, openLog('warn'));
  return { text: DEMO_ACCOUNTS.map(each => `${each.email}  ${each.password}`).join('\n'), data: { team_id: teamId, accounts: DEMO_ACCOUNTS.map(({ email, password: secret }) => ({ email, password: secret })) } };
}

async function listPlugins(configuration: Configuration): Promise<Outcome> {
  const { manifests } = await discover();
  const enablement = enablementOf(manifests, { operatorOff: configuration.pluginsOff, switches: {}, features: {} });
  const rows = manifests.map(each => {
    const state = enablement.get(each.id)!;
    return { id: each.id, title: each.title, locked: each.locked ?? false, enabled: state.enabled, reason: state.because === undefined ? undefined : reasonText(state.because, id => id) };
  });
  return { text: rows.map(row => `${row.id.padEnd(20)} ${row.enabled ? 'on ' : 'off'} ${row.locked ? 'locked' : row.reason ?? ''}`).join('\n'), data: rows };
}

async function migrationsOf(): Promise<readonly MigrationSource[]> {
  const { manifests, halves } = await discover();
  return migrationSources(new ServerPluginHost(new Container(), new CoreHooks(), manifests, halves).migrations());
}

const fileOf = (command: string): string => {
  const file = positionals[1];
  if (file === undefined) throw new Fault('USAGE', `${command} needs a file.\n\n${USAGE}`);
  return file;
};

const summary = (file: string, manifest: BackupManifest): Outcome => {
  const rows = manifest.tables.reduce((sum, each) => sum + each.rows, 0);
  return { text: `${file}: ${rows} rows, ${manifest.blobs.count} files.`, data: { file, rows, blobs: manifest.blobs.count, createdAt: manifest.createdAt } };
};

/** Work below the app: the database as it is, before plugins touch it. */
const GROUND: Readonly<Record<string, (stores: Omit<Ground, 'keys'>, configuration: Configuration) => Promise<Outcome>>> = {
  async migrate({ database }) {
    const applied = await database.migrate(await migrationsOf());
    return { text: applied.length === 0 ? 'The database is up to date.' : applied.map(each => `${each.schema}/${each.name}`).join('\n'), data: applied };
  },
  async backup({ database, blobs }, configuration) {
    const file = fileOf('backup');
    return summary(file, await backup(database, blobs, await loadKeys(configuration.dataDir), file));
  },
  async restore({ database, blobs }, configuration) {
    const file = fileOf('restore');
    return summary(file, await restore(file, { database, blobs, folder: configuration.dataDir, areas: await migrationsOf() }));
  },
};

const APP: Readonly<Record<string, (app: App) => Promise<Outcome>>> = { 'user create': createUser, 'user password': setPassword, 'sdk-token': sdkToken, demo };

async function run(): Promise<Outcome> {
  const configuration = readConfiguration(process.env);
  const two = positionals.slice(0, 2).join(' ');
  const [one = ''] = positionals;
  if (values.help === true || one === '') return { text: USAGE, data: { usage: USAGE } };
  if (two === 'plugins list') return listPlugins(configuration);
  const below = GROUND[one];
  const above = APP[two] ?? APP[one];
  if (below === undefined && above === undefined) throw new Fault('USAGE', `There is no command "${positionals.join(' ')}".\n\n${USAGE}`);
  const log = openLog('warn');
  const stores = await openStores(configuration, log);
  try {
    if (below !== undefined) return await below(stores, configuration);
    const app = await openApp(configuration, { ...stores, keys: await loadKeys(configuration.dataDir) }, false);
    try {
      return await above!(app);
    } finally {
      await app.stop();
    }
  } finally {
    await stores.database.close();
  }
}

run().then(
  outcome => {
    process.stdout.write(`${values.json === true ? JSON.stringify(outcome.data) : outcome.text}\n`);
    process.exit(0);
  },
  (error: unknown) => {
    const fault = isFault(error) ? { code: error.code, error: error.message } : { code: 'INTERNAL', error: String(error) };
    process.stderr.write(`${values.json === true ? JSON.stringify(fault) : fault.error}\n`);
    process.exit(1);
  },
);
