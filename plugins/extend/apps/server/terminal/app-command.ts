import { basename, resolve } from 'node:path';
import { Fault, isFault } from '#core/base/common/index.ts';
import type { TerminalCommand, TerminalContext } from '#core/kernel/server/index.ts';
import { followFolder } from '#core/kernel/server/index.ts';
import { LoupeClient } from '#sdk/client/loupe-client.ts';
import { appTemplates, filesOfTemplate } from '../../common/app-templates.ts';
import type { SentFolder } from './app-folder.ts';
import { AppFolder, writeFolder } from './app-folder.ts';

const TEMPLATES = appTemplates.map(each => each.id);

/**
 * `app new FOLDER [TEMPLATE]` makes a folder of sources, `app pull FOLDER ADDRESS` one of the draft of an app, and
 * `app dev FOLDER ADDRESS [replace]` sends a folder to the draft whenever it changes, until it is stopped. Each puts
 * the schema of `loupe-app.json` beside it.
 */
export const appCommand: TerminalCommand = {
  usage: 'app new FOLDER [TEMPLATE] | pull FOLDER ADDRESS | dev FOLDER ADDRESS',
  summary:
    'make a folder of sources, fetch the draft of an app, or send a folder to it whenever it changes; ADDRESS is that of the app editor, the variable SDK_TOKEN holds a token',
  async run([verb, folder, address, word], terminal) {
    const usage = new Fault(
      'USAGE',
      `app needs: dev FOLDER ADDRESS, such as app dev ./hello http://localhost:8080/t/1/apps/5/edit; or pull FOLDER ADDRESS; or new FOLDER and one of ${TEMPLATES.join(', ')}`,
    );
    if (folder === undefined) throw usage;
    if (verb === 'new' && word === undefined) return made(folder, address);
    if (
      address === undefined ||
      !(verb === 'dev' ? word === undefined || word === 'replace' : verb === 'pull' && word === undefined)
    )
      throw usage;
    const app = openFolder(resolve(folder), address, process.env['SDK_TOKEN']);
    if (verb === 'pull') {
      const paths = await app.pull();
      return {
        text: `${folder} holds the draft of the app: ${paths.join(', ')}. Send what you change: npm run loupe -- app dev ${folder} ${address}`,
        data: { folder, files: paths },
      };
    }
    const stopping = new AbortController();
    process.once('SIGINT', () => stopping.abort());
    printSent(terminal, await app.begin(word === 'replace'));
    terminal.print(`${folder} is being watched. Ctrl+C to stop.`);
    await followFolder(resolve(folder), stopping.signal, async () => {
      try {
        printSent(terminal, await app.send());
      } catch (error) {
        // Somebody else changed the draft: sending on would overwrite it. Other failures may be over with the next
        // change.
        if (isFault(error) && error.code === 'DRAFT_CHANGED') throw error;
        terminal.print(error instanceof Error ? error.message : String(error));
      }
    });
    return { text: 'The draft stays as it was sent.', data: { folder } };
  },
};

/** Makes a folder by a template. @throws Fault USAGE naming the templates, FOLDER_IN_USE */
async function made(folder: string, id = TEMPLATES[0]): Promise<{ readonly text: string; readonly data: object }> {
  const template = appTemplates.find(each => each.id === id);
  if (template === undefined)
    throw new Fault('USAGE', `There is no template ${id}. Name one of ${TEMPLATES.join(', ')}.`);
  const files = filesOfTemplate(template, basename(resolve(folder)));
  await writeFolder(resolve(folder), files);
  return {
    text: `${folder} is an app now: ${Object.keys(files).join(', ')}. Make one in the product, then send it there: npm run loupe -- app dev ${folder} ADDRESS replace`,
    data: { folder, files: Object.keys(files) },
  };
}

/** The folder of an app by the address of its editor. @throws Fault USAGE naming what is missing */
export function openFolder(
  folder: string,
  address: string,
  token: string | undefined,
  fetching?: typeof fetch,
): AppFolder {
  const id = URL.canParse(address) ? /\/apps\/(\d+)(\/|$)/.exec(new URL(address).pathname)?.[1] : undefined;
  if (id === undefined)
    throw new Fault(
      'USAGE',
      `${address} is not the address of an app editor, such as http://localhost:8080/t/1/apps/5/edit`,
    );
  if (token === undefined || token === '')
    throw new Fault('USAGE', 'Set SDK_TOKEN to an SDK token of the team: npm run loupe -- sdk-token prints one.');
  const { origin } = new URL(address);
  try {
    return new AppFolder(
      new LoupeClient({ url: origin, token, ...(fetching === undefined ? {} : { fetch: fetching }) }),
      Number(id),
      folder,
    );
  } catch (error) {
    throw error instanceof TypeError ? new Fault('USAGE', error.message) : error;
  }
}

function printSent(terminal: TerminalContext, { changed, problems }: SentFolder): void {
  if (changed.length > 0)
    terminal.print(
      `Sent: ${changed.slice(0, 8).join(', ')}${changed.length > 8 ? ` and ${changed.length - 8} more` : ''}`,
    );
  for (const each of problems) terminal.print(`  ${each}`);
}
