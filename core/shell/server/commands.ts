import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '#core/base/common/index.ts';
import { email as emailShape, passwordProblem } from '#core/auth/common/index.ts';
import type { BackupManifest } from '#core/data/server/index.ts';
import { backup, replaceByBackup, restore, verifyBackup } from '#core/data/server/index.ts';
import { enablementOf, reasonText } from '#core/kernel/common/index.ts';
import { teamRoles } from '#core/permissions/common/index.ts';
import type { Command, CommandLine, CommandServices, Outcome } from './command-line.ts';
import { need, optional, USAGE } from './command-line.ts';
import { installedMigrations } from './migration-sources.ts';
import { makeDemo } from './demo.ts';
import { verifyAudit } from './audit-commands.ts';
import { endMaintenance, startMaintenance } from './maintenance-commands.ts';
import { discover } from './discovery.ts';
import type { OpenedStores } from './open-resources.ts';
import { openLog } from './open-resources.ts';
import { productVersion } from './product-version.ts';
import { beforeMigrations } from './upgrade/before-migrations.ts';
import { upgrade } from './upgrade/upgrade-command.ts';

const chosenPassword = (line: CommandLine): { readonly secret: string; readonly made: boolean } => {
  const given = optional(line, 'password');
  const secret = given ?? randomBytes(12).toString('base64url');
  const problem = passwordProblem(secret);
  if (problem !== undefined) throw new Fault('USAGE', `--password: ${problem}`);
  return { secret, made: given === undefined };
};

const alone = (services: CommandServices, what: string): void => {
  if (services.running)
    throw new Fault('SERVER_RUNNING', `Stop the server first: ${what} needs the data folder to itself.`);
};

const createUser: Command = async (services, line) => {
  const email = emailShape.safeParse(need(line, 'email'));
  if (!email.success) throw new Fault('USAGE', '--email is not an e-mail address.');
  const teamName = optional(line, 'team');
  if (teamName === undefined && optional(line, 'organization') !== undefined)
    throw new Fault('USAGE', '--organization needs --team, the team of it that the account joins or makes.');
  const { people, organizations, teams, members } = (await services.app()).services;
  const [firstName = '', ...rest] = (optional(line, 'name') ?? '').split(' ');
  const { secret, made } = chosenPassword(line);
  const person = await people.create({
    email: email.data,
    password: secret,
    firstName,
    lastName: rest.join(' '),
    superAdmin: line.options['admin'] === true,
  });
  let teamId: number | undefined;
  let place = '';
  if (teamName !== undefined) {
    const name = optional(line, 'organization') ?? teamName;
    const known = (await organizations.list()).find(each => each.name.toLowerCase() === name.toLowerCase());
    const organization = known ?? (await organizations.create(name, person.id));
    const team = (await organizations.teamsOf(organization.id)).find(
      each => each.name.toLowerCase() === teamName.toLowerCase(),
    );
    if (team === undefined) teamId = await teams.create(organization.id, teamName, person);
    else await members.add((teamId = team.id), person, teamRoles.contributor);
    place = `\n${team === undefined ? 'Made' : 'Joined'} the team ${team?.name ?? teamName} (ID ${teamId}) of ${known === undefined ? 'the new organization' : 'the organization'} ${organization.name}.`;
  }
  return {
    text: `${person.email} can sign in${made ? ` with the password ${secret}` : ''}.${place}`,
    data: {
      id: person.id,
      email: person.email,
      ...(made ? { password: secret } : {}),
      ...(teamId === undefined ? {} : { team_id: teamId }),
    },
  };
};

const setPassword: Command = async (services, line) => {
  const { people } = (await services.app()).services;
  const person = await people.byEmail(need(line, 'email'));
  if (person === undefined) throw new Fault('NOT_FOUND', `There is no account ${need(line, 'email')}.`);
  const { secret, made } = chosenPassword(line);
  await people.setPassword(person.id, secret, { proves: true });
  return {
    text: `The password of ${person.email} is changed${made ? ` to ${secret}` : ''}.`,
    data: { email: person.email, ...(made ? { password: secret } : {}) },
  };
};

const resetMfa: Command = async (services, line) => {
  const { people, factors } = (await services.app()).services;
  const person = await people.byEmail(need(line, 'email'));
  if (person === undefined) throw new Fault('NOT_FOUND', `There is no account ${need(line, 'email')}.`);
  await factors.reset(person);
  await people.endSessions(person.id);
  return { text: `${person.email} signs in with the password only.`, data: { email: person.email } };
};

const sdkToken: Command = async (services, line) => {
  const { people, teams, sdkTokens } = (await services.app()).services;
  const teamId = Number(need(line, 'team'));
  const person = await people.byEmail(need(line, 'user'));
  if (person === undefined) throw new Fault('NOT_FOUND', `There is no account ${need(line, 'user')}.`);
  const caller = { id: person.id, email: person.email, firstName: '', lastName: '', superAdmin: false };
  if (!Number.isSafeInteger(teamId) || (await teams.membership(caller, teamId)) === undefined)
    throw new Fault('NOT_FOUND', `${person.email} is in no team ${need(line, 'team')}.`);
  const token = await sdkTokens.generate(teamId, person.id);
  return { text: token, data: { token } };
};

const demo: Command = async services => {
  const { teamId, accounts } = await makeDemo(await services.app(), openLog('warn'), services.configuration);
  return {
    text: accounts.map(each => `${each.email}  ${each.password}`).join('\n'),
    data: { team_id: teamId, accounts },
  };
};

const listPlugins: Command = async ({ configuration }) => {
  const { manifests } = await discover(undefined, configuration.pluginsDir);
  const enablement = enablementOf(manifests, { operatorOff: configuration.pluginsOff, switches: {}, features: {} });
  const rows = manifests.map(each => {
    const { enabled, because } = enablement.get(each.id)!;
    return {
      id: each.id,
      title: each.title,
      locked: each.locked ?? false,
      enabled,
      ...(because === undefined ? {} : { reason: reasonText(because, id => id) }),
    };
  });
  return {
    text: rows
      .map(row =>
        `${row.id.padEnd(20)} ${row.enabled ? 'on ' : 'off'} ${row.locked ? 'locked' : (row.reason ?? '')}`.trimEnd(),
      )
      .join('\n'),
    data: rows,
  };
};

const migrate: Command = async services => {
  alone(services, 'a migration');
  const applied = await (
    await services.stores()
  ).database.migrate(await installedMigrations(services.configuration), {
    before: beforeMigrations(services.configuration, openedStores(services)),
  });
  return {
    text:
      applied.length === 0
        ? 'The database is up to date.'
        : applied.map(each => `${each.schema}/${each.name}`).join('\n'),
    data: applied,
  };
};

async function openedStores(services: CommandServices): Promise<OpenedStores> {
  return { ...(await services.stores()), keys: await services.keys() };
}

const fileOf = ({ words }: CommandLine): string => {
  const file = words[1];
  if (file === undefined) throw new Fault('USAGE', `${words[0]} needs a file.\n\n${USAGE}`);
  return file;
};

const summary = (file: string, manifest: BackupManifest): Outcome => {
  const rows = manifest.tables.reduce((sum, each) => sum + each.rows, 0);
  return {
    text: `${file}: ${rows} rows, ${manifest.blobs.count} files.`,
    data: { file, rows, blobs: manifest.blobs.count, createdAt: manifest.createdAt },
  };
};

const writeBackup: Command = async (services, line) => {
  const file = fileOf(line);
  const { databaseUrl, dataDir } = services.configuration;
  if (databaseUrl === undefined && !existsSync(join(dataDir, 'database')))
    throw new Fault('NO_INSTALLATION', `There is no installation in ${dataDir}. Set DATA_DIR as for its server.`);
  const { database, blobs } = await services.stores();
  const files = line.options['without-files'] !== true;
  const source = { database, blobs, keys: await services.keys(), version: await productVersion(), files };
  const made = summary(file, await backup(source, file));
  if (line.options['verify'] !== true) return made;
  await verifyBackup(file, {
    folder: services.configuration.dataDir,
    areas: await installedMigrations(services.configuration),
  });
  return { text: `${made.text} Verified by a restore.`, data: { ...(made.data as object), verified: true } };
};

const readBackup: Command = async (services, line) => {
  alone(services, 'a restore');
  const { database, blobs } = await services.stores();
  const file = fileOf(line);
  const read = line.options['replace'] === true ? replaceByBackup : restore;
  return summary(
    file,
    await read(file, {
      database,
      blobs,
      folder: services.configuration.dataDir,
      areas: await installedMigrations(services.configuration),
    }),
  );
};

const stop: Command = async ({ stop: stopServer }) => {
  if (stopServer === undefined)
    throw new Fault('SERVER_NOT_RUNNING', 'No server runs on this data folder.', { status: 409 });
  stopServer();
  return { text: 'The server finishes what it does and stops.', data: { pid: process.pid } };
};

const COMMANDS: Readonly<Record<string, Command>> = {
  'user create': createUser,
  'user password': setPassword,
  'user reset-mfa': resetMfa,
  'sdk-token': sdkToken,
  demo,
  migrate,
  upgrade,
  stop,
  backup: writeBackup,
  restore: readBackup,
  'maintenance on': startMaintenance,
  'maintenance off': endMaintenance,
  'audit verify': verifyAudit,
  'plugins list': listPlugins,
};

/** True when the core has commands that begin so. */
export function isOwnCommand(word: string): boolean {
  return Object.keys(COMMANDS).some(each => each.split(' ')[0] === word);
}

/** True for a command line that asks for the list of commands. */
export const asksHelp = ({ words, options }: CommandLine): boolean =>
  words.length === 0 || words[0] === 'help' || options['help'] === true;

/** Runs one command. Throws USAGE when there is none of that name. */
export async function runCommand(line: CommandLine, services: CommandServices): Promise<Outcome> {
  const { words } = line;
  if (asksHelp(line)) return { text: USAGE, data: { usage: USAGE } };
  const command = COMMANDS[words.slice(0, 2).join(' ')] ?? COMMANDS[words[0]!];
  if (command === undefined) throw new Fault('USAGE', `There is no command "${words.join(' ')}".\n\n${USAGE}`);
  return command(services, line);
}
