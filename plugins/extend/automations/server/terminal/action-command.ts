import { resolve } from 'node:path';
import { Fault } from '#core/base/common/index.ts';
import type { TerminalCommand, TerminalOutcome } from '#core/kernel/server/index.ts';
import { followFolder } from '#core/kernel/server/index.ts';
import { LoupeClient } from '#sdk/client/loupe-client.ts';
import { interpreters } from '../../common/custom-action.ts';
import type { TestOutcome } from '../../common/tests-api.ts';
import { makeActionFolder, readActionFolder } from './action-folder.ts';
import { RemoteAction } from './remote-action.ts';

const VERBS = ['test', 'deploy', 'dev'] as const;
const USAGE = `action needs: new FOLDER and one of ${interpreters.join(', ')}; or ${VERBS.join(', ')} with FOLDER and SERVER, such as action deploy ./overlap http://localhost:8080`;

/**
 * Keeps the code of custom actions in a repository: makes a folder, tests it on a server, sends it when it changes,
 * deploys it.
 */
export const actionCommand: TerminalCommand = {
  usage: 'action new FOLDER [LANGUAGE] | test FOLDER SERVER | dev FOLDER SERVER | deploy FOLDER SERVER',
  summary:
    'make a folder with the code of a custom action, run its tests on a server, send it whenever it changes, or deploy it; the variable SDK_TOKEN holds a token',
  async run([verb, folder, word, ...rest], terminal) {
    if (folder === undefined || rest.length > 0) throw new Fault('USAGE', USAGE);
    if (verb === 'new') return made(folder, word);
    const command = VERBS.find(each => each === verb);
    if (command === undefined || word === undefined) throw new Fault('USAGE', USAGE);
    const remote = remoteAt(word, process.env['SDK_TOKEN']);
    if (command !== 'dev') return command === 'test' ? tested(remote, folder) : deployed(remote, folder);
    const stopping = new AbortController();
    process.once('SIGINT', () => stopping.abort());
    terminal.print(`Sends ${folder} to the draft of the action whenever it changes. Ctrl+C ends it.`);
    await followFolder(resolve(folder), stopping.signal, async () => {
      const { text } = await tested(remote, folder).catch((error: unknown) => ({
        text: error instanceof Error ? error.message : String(error),
      }));
      terminal.print(text);
    });
    return { text: 'The draft stays as it was sent.', data: { folder } };
  },
};

async function made(folder: string, word: string = interpreters[0]): Promise<TerminalOutcome> {
  const interpreter = interpreters.find(each => each === word);
  if (interpreter === undefined)
    throw new Fault('USAGE', `There is no language ${word}. Name one of ${interpreters.join(', ')}.`);
  const files = await makeActionFolder(resolve(folder), interpreter);
  return {
    text: `${folder} is an action now: ${files.join(', ')}. Test it: npm run loupe -- action test ${folder} SERVER`,
    data: { folder, files },
  };
}

/** Returns the actions of a server. @throws Fault USAGE naming what is missing */
export function remoteAt(server: string, token: string | undefined, fetching?: typeof fetch): RemoteAction {
  if (!URL.canParse(server)) throw new Fault('USAGE', `${server} is not an address, such as http://localhost:8080`);
  if (token === undefined || token === '')
    throw new Fault('USAGE', 'Set SDK_TOKEN to an SDK token of the team: npm run loupe -- sdk-token prints one.');
  try {
    const url = new URL(server).origin;
    return new RemoteAction(new LoupeClient({ url, token, ...(fetching === undefined ? {} : { fetch: fetching }) }));
  } catch (error) {
    throw error instanceof TypeError ? new Fault('USAGE', error.message) : error;
  }
}

/** Sends the draft and runs its tests. @throws Fault TESTS_FAILED (422) with what differs */
export async function tested(remote: RemoteAction, folder: string): Promise<TerminalOutcome> {
  const action = await readActionFolder(resolve(folder));
  const outcomes = await remote.test(action, await remote.send(action));
  const failed = outcomes.filter(each => each.passed === false);
  if (failed.length > 0) throw new Fault('TESTS_FAILED', failed.map(lineOf).join('\n'), { status: 422 });
  const text = `The draft of ${action.name} is sent. ${outcomes.length} ${outcomes.length === 1 ? 'test' : 'tests'} passed.`;
  return { text, data: { name: action.name, tests: outcomes.length } };
}

/** Sends the draft with its tests and deploys it; a test that fails refuses. */
export async function deployed(remote: RemoteAction, folder: string): Promise<TerminalOutcome> {
  const action = await readActionFolder(resolve(folder));
  const stored = await remote.deploy(action, await remote.send(action));
  return {
    text: `Version ${stored.deployed} of ${action.name} is deployed.`,
    data: { name: action.name, version: stored.deployed },
  };
}

const lineOf = ({ name, differences, error }: TestOutcome): string =>
  [`${name} failed: ${differences.join('; ')}`, ...(error?.stack ? [error.stack] : [])].join('\n');
