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
  [['user', 'create', '--email', 'kim@north.test', '--organization', 'North'], '--organization needs --team'],
  [['user', 'create', '--email', 'kim'], '--email is not an e-mail address'],
  [['backup', 'here.backup'], 'There is no installation in'],
])('should refuse %j, and make nothing', async (words, reason) => {
  await expect(run(...words)).rejects.toThrow(reason);
  expect(await readdir(folder)).toEqual([]);
});
