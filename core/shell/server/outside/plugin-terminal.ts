import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { Fault } from '#core/base/common/index.ts';
import { admitManifests } from '#core/kernel/common/index.ts';
import type { TerminalOutcome } from '#core/kernel/server/index.ts';
import { ROOT } from '../installation-root.ts';
import { buildPlugin } from './build-plugin.ts';
import { bundledTemplate, installationLink, pluginTemplate } from './plugin-template.ts';

/** Lines of the help. */
export const PLUGIN_USAGE = `  plugin new NAME [--dir DIR]      create the sources of a plugin in DIR/NAME
  plugin new NAME --bundled GROUP  create a bundled plugin in plugins/GROUP/NAME, with a page, calls and a table
  plugin build [FOLDER] [--dir DIR]
                                   build them into FOLDER/dist or DIR, a folder of the plugin's own`;

/** `plugin new` and `plugin build`: they need no database. Undefined when the words are no command of these. */
export async function runPluginTool({
  words,
  options,
}: {
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
}): Promise<TerminalOutcome | undefined> {
  if (words[0] !== 'plugin' || options['help'] === true) return undefined;
  const directory = typeof options['dir'] === 'string' ? options['dir'] : undefined;
  if (words[1] === 'new') {
    const name = pluginName(words[2]);
    const group = options['bundled'];
    return typeof group === 'string' ? makeBundledPlugin(name, group) : makePlugin(name, directory ?? '.');
  }
  if (words[1] === 'build') {
    const source = words[2] ?? '.';
    // First: the bundler reads the settings of the compiler.
    if (await isLinked(source)) await writeFiles(source, installationLink(ROOT));
    const made = await buildPlugin(source, directory);
    return {
      text: `${made.folder}: ${made.id} ${made.version}, ${Object.entries(made.files)
        .map(([name, bytes]) => `${name} ${bytes} bytes`)
        .join(', ')}.`,
      data: made,
    };
  }
  throw new Fault('USAGE', `There is no command "${words.join(' ')}".\n\n${PLUGIN_USAGE}`);
}

function pluginName(name: string | undefined): string {
  if (name === undefined) throw new Fault('USAGE', `plugin new needs a name.\n\n${PLUGIN_USAGE}`);
  const refusal = name.length > 47 ? `Plugin "${name}" has a name of more than 47 characters` : refusalOf(name);
  if (refusal !== undefined)
    throw new Fault('USAGE', `${refusal}; use small letters with - between, such as team-notes.`);
  return name;
}

async function makePlugin(name: string, directory: string): Promise<TerminalOutcome> {
  const folder = resolve(directory, name);
  await demandEmpty(folder);
  const files = { ...pluginTemplate(name), ...installationLink(ROOT) };
  await writeFiles(folder, files);
  return {
    text: `Created ${folder}.\n  npm run loupe -- plugin build ${folder}\n  PLUGINS_DIR=… npm start, with the built folder in it`,
    data: { folder, files: Object.keys(files) },
  };
}

async function makeBundledPlugin(name: string, group: string): Promise<TerminalOutcome> {
  const groups = (await readdir(join(ROOT, 'plugins'), { withFileTypes: true })).filter(each => each.isDirectory());
  if (!groups.some(each => each.name === group))
    throw new Fault('USAGE', `--bundled is one of ${groups.map(each => each.name).join(', ')}.`);
  const folder = join(ROOT, 'plugins', group, name);
  const files = await bundledTemplate(name, join(ROOT, 'examples/bundled-plugin'));
  await demandEmpty(folder);
  await writeFiles(folder, files);
  return {
    text: `Created ${folder} with a page, calls, a table and a test.\n  npm run dev\n  npx vitest run --project server ${relative(ROOT, folder)}`,
    data: { folder, files: Object.keys(files) },
  };
}

/** @throws Fault USAGE where the folder holds something */
async function demandEmpty(folder: string): Promise<void> {
  if (existsSync(folder) && (await readdir(folder)).length > 0) throw new Fault('USAGE', `${folder} is not empty.`);
}

/** True for sources whose types come from the installation that builds them. */
async function isLinked(source: string): Promise<boolean> {
  const text = await readFile(join(source, 'tsconfig.json'), 'utf8').catch(() => '');
  return text.includes('./.loupe/tsconfig.json');
}

async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

/** Why the name is none, by the rules the server itself has. */
const refusalOf = (name: string): string | undefined =>
  admitManifests([], [{ id: name, title: name }], () => true).refused.get(name);
