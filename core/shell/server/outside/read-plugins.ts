import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Fault } from '#core/base/common/index.ts';
import type { PluginPackage } from '#core/kernel/common/index.ts';
import { PACKAGE_FILE, readPackage } from '#core/kernel/common/index.ts';
import type { Refusal } from '#core/kernel/server/index.ts';
import { withinTime } from '#core/kernel/server/index.ts';

/** The web half of a plugin from outside, as it is served. */
export interface WebFile {
  readonly content: Buffer;
  /** `sha384-…` of the content. */
  readonly integrity: string;
}

/** The server half of a plugin from outside, as it is loaded. */
export interface ServerFile {
  /** Absolute. */
  readonly path: string;
  /** What was read and checked, of a file that needs no other; absent when Node must find what it imports. */
  readonly content?: Buffer;
}

/** A plugin folder whose package could be read. */
export interface OutsidePlugin extends PluginPackage {
  /** Name of the folder in PLUGINS_DIR. */
  readonly folder: string;
  readonly serverFile?: ServerFile;
  readonly webFile?: WebFile;
}

/** What PLUGINS_DIR holds. */
export interface FoundPlugins {
  readonly plugins: readonly OutsidePlugin[];
  readonly refused: readonly Refusal[];
}

/** Largest half, in bytes: more is no plugin but a mistake. */
const MOST_BYTES = 20 * 1024 * 1024;
/** A server half must be loaded within this time, in milliseconds. */
const LOAD_MS = 15_000;

const hashOf = (content: Buffer): string => `sha384-${createHash('sha384').update(content).digest('base64')}`;

/** Longest server half that is run from memory, in bytes: what is run so stays there twice. */
const MOST_IN_MEMORY = 256 * 1024;

/**
 * True for a half as the builder writes it: one module that imports nothing. It is asked in doubt's favour; one that merely has
 * the word is loaded from its file.
 */
const standsAlone = (content: Buffer): boolean => {
  if (content.length > MOST_IN_MEMORY) return false;
  const text = content.toString('latin1');
  return /^export default\b/.test(text) && !/\bimport\b|\bexport\b[^;=(]*?\bfrom\b/.test(text);
};

/**
 * Reads every folder of `root`. A broken one is refused with its reason; only a `root` that cannot be read throws CONFIGURATION.
 * Nothing is served yet, so it reads without waiting: small files take a fifth of the time.
 */
export async function readPlugins(root: string): Promise<FoundPlugins> {
  const plugins: OutsidePlugin[] = [];
  const refused: Refusal[] = [];
  const folders = new Map<string, string>();
  for (const folder of foldersOf(root)) {
    try {
      const found = readPlugin(root, folder);
      const { id } = found.manifest;
      const other = folders.get(id);
      if (other === undefined) plugins.push(found);
      else refused.push({ id, folder, reason: `Plugin "${id}" is there twice: ${other} has this id already` });
      if (other === undefined) folders.set(id, folder);
    } catch (error) {
      refused.push({ id: folder, folder, reason: messageOf(error) });
    }
  }
  return { plugins, refused };
}

function foldersOf(root: string): readonly string[] {
  try {
    const entries = readdirSync(root, { withFileTypes: true });
    const names = entries.filter(each => !each.name.startsWith('.') && (each.isDirectory() || each.isSymbolicLink())).map(each => each.name);
    return names.toSorted();
  } catch (error) {
    throw new Fault('CONFIGURATION', `PLUGINS_DIR="${root}" cannot be read: ${messageOf(error)}. Name a folder that is there, or leave it out.`, { cause: error });
  }
}

function readPlugin(root: string, folder: string): OutsidePlugin {
  const path = join(root, folder);
  const found = readPackage(packageText(path));
  const check = (file: string): Buffer => {
    const size = sizeOf(join(path, file));
    if (size === undefined) throw new Fault('MANIFEST_INVALID', `${PACKAGE_FILE} names ${file}, which is not there. Build the plugin.`);
    if (size > MOST_BYTES) throw new Fault('MANIFEST_INVALID', `${file} has ${size} bytes; a half may have ${MOST_BYTES}`);
    const content = readFileSync(join(path, file));
    const meant = found.integrity?.[file];
    if (meant !== undefined && meant !== hashOf(content)) throw new Fault('INTEGRITY', `${file} is not the file that ${PACKAGE_FILE} describes: its hash is ${hashOf(content)}. Build the plugin anew.`);
    return content;
  };
  const server = found.server === undefined ? undefined : { path: join(path, found.server), content: check(found.server) };
  const web = found.web === undefined ? undefined : check(found.web);
  return {
    ...found,
    folder,
    ...(server === undefined ? {} : { serverFile: standsAlone(server.content) ? server : { path: server.path } }),
    ...(web === undefined ? {} : { webFile: { content: web, integrity: hashOf(web) } }),
  };
}

function packageText(path: string): string {
  try {
    return readFileSync(join(path, PACKAGE_FILE), 'utf8');
  } catch (error) {
    throw new Fault('MANIFEST_INVALID', `There is no ${PACKAGE_FILE} that can be read: ${messageOf(error)}`);
  }
}

/** Bytes of a file; undefined when it cannot be looked at. */
function sizeOf(file: string): number | undefined {
  try {
    return statSync(file).size;
  } catch {
    return undefined;
  }
}

/** Node sets a writer of stacks of its own, of this name, which keeps to the names that sources give themselves. */
const nodeWritesStacks = (): boolean => Error.prepareStackTrace === undefined || Error.prepareStackTrace.name === 'ErrorPrepareStackTrace';

/** Loads what the server half exports. Throws what its code throws, or TIMEOUT. */
export async function importServerFile({ path, content }: ServerFile, version: string): Promise<unknown> {
  const file = pathToFileURL(path);
  // Node keeps modules by their address: another version in the same process is another module.
  file.searchParams.set('version', version);
  // What was checked is what runs, and Node need not look for it. Its name stands in stacks, and keeps two alike files two modules.
  // Where something else writes the stacks (development, tests), the whole text would stand there instead of the name.
  const inMemory = content !== undefined && nodeWritesStacks();
  const address = inMemory ? `data:text/javascript;base64,${Buffer.concat([content, Buffer.from(`\n//# sourceURL=${file.href}\n`)]).toString('base64')}` : file.href;
  return withinTime(LOAD_MS, 'Loading its server half', () => import(/* @vite-ignore */ address) as Promise<unknown>);
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
