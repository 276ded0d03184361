import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Outcome } from './command-line.ts';
import { parseCommandLine } from './command-line.ts';
import { runCommand } from './commands.ts';
import { readConfiguration } from './configuration.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loupe-commands-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a command that must end before anything is opened. */
const run = (...words: readonly string[]): Promise<Outcome> => {
  const open = (): never => {
    throw new Error(`${words.join(' ')} opened the installation.`);
  };
  const configuration = readConfiguration({ DATA_DIR: folder });
  return runCommand(parseCommandLine(words), { configuration, running: false, stores: open, keys: open, app: open });
};

it('should list the commands for the word help', async () => {
  expect((await run('help')).text).toContain('user create --email');
});

it.each([
  [['--team', 'Day'], 'Made the team Day (ID 5) of the new organization Day.'],
  [['--team', 'Night', '--organization', 'North'], 'Made the team Night (ID 5) of the organization North.'],
  [['--team', 'south', '--organization', 'north'], 'Joined the team South (ID 4) of the organization North.'],
])('should name the team and the organization of a new account after %j', async (words, line) => {
  const services = {
    people: { create: async ({ email }: { email: string }) => ({ id: 1, email }) },
    organizations: {
      list: async () => [{ id: 2, name: 'North' }],
      create: async (name: string) => ({ id: 3, name }),
      teamsOf: async (id: number) => (id === 2 ? [{ id: 4, name: 'South' }] : []),
    },
    teams: { create: async () => 5 },
    members: { add: async () => undefined },
  };
  const command = parseCommandLine(['user', 'create', '--email', 'kim@north.test', ...words]);
  const { text } = await runCommand(command, { running: false, app: async () => ({ services }) } as never);
  expect(text.split('\n')[1]).toBe(line);
});

it.each([
  [['user', 'create', '--email', 'kim@north.test', '--organization', 'North'], '--organization needs --team'],
  [['user', 'create', '--email', 'kim'], '--email is not an e-mail address'],
  [['backup', 'here.backup'], 'There is no installation in'],
])('should refuse %j, and make nothing', async (words, reason) => {
  await expect(run(...words)).rejects.toThrow(reason);
  expect(await readdir(folder)).toEqual([]);
});
