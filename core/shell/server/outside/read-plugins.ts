import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
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

/** A plugin folder whose package could be read. */
export interface OutsidePlugin extends PluginPackage {
  /** Name of the folder in PLUGINS_DIR. */
  readonly folder: string;
  /** Absolute path of the server half. */
  readonly serverFile?: string;
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

/** Reads every folder of `root`. A broken one is refused with its reason; only a `root` that cannot be read throws CONFIGURATION. */
export async function readPlugins(root: string): Promise<FoundPlugins> {
  const names = await foldersOf(root);
  const plugins: OutsidePlugin[] = [];
  const refused: Refusal[] = [];
  const read = await Promise.all(names.map(async folder => readPlugin(root, folder).catch((error: unknown) => ({ folder, error }))));
  for (const each of read) {
    if ('error' in each) refused.push({ id: each.folder, folder: each.folder, reason: messageOf(each.error) });
    else {
      const other = plugins.find(known => known.manifest.id === each.manifest.id);
      if (other === undefined) plugins.push(each);
      else refused.push({ id: each.manifest.id, folder: each.folder, reason: `Plugin "${each.manifest.id}" is there twice: ${other.folder} has this id already` });
    }
  }
  return { plugins, refused };
}

async function foldersOf(root: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(root, { withFileTypes: true });
    const names = entries.filter(each => !each.name.startsWith('.') && (each.isDirectory() || each.isSymbolicLink())).map(each => each.name);
    return names.toSorted();
  } catch (error) {
    throw new Fault('CONFIGURATION', `PLUGINS_DIR="${root}" cannot be read: ${messageOf(error)}. Name a folder that is there, or leave it out.`, { cause: error });
  }
}

async function readPlugin(root: string, folder: string): Promise<OutsidePlugin> {
  const path = join(root, folder);
  const text = await readFile(join(path, PACKAGE_FILE), 'utf8').catch((error: unknown) => {
    throw new Fault('MANIFEST_INVALID', `There is no ${PACKAGE_FILE} that can be read: ${messageOf(error)}`);
  });
  const found = readPackage(text);
  const check = async (file: string): Promise<Buffer> => {
    const { size } = await stat(join(path, file)).catch(() => ({ size: -1 }));
    if (size < 0) throw new Fault('MANIFEST_INVALID', `${PACKAGE_FILE} names ${file}, which is not there. Build the plugin.`);
    if (size > MOST_BYTES) throw new Fault('MANIFEST_INVALID', `${file} has ${size} bytes; a half may have ${MOST_BYTES}`);
    const content = await readFile(join(path, file));
    const meant = found.integrity?.[file];
    if (meant !== undefined && meant !== hashOf(content)) throw new Fault('INTEGRITY', `${file} is not the file that ${PACKAGE_FILE} describes: its hash is ${hashOf(content)}. Build the plugin anew.`);
    return content;
  };
  if (found.server !== undefined) await check(found.server);
  const web = found.web === undefined ? undefined : await check(found.web);
  return {
    ...found,
    folder,
    ...(found.server === undefined ? {} : { serverFile: join(path, found.server) }),
    ...(web === undefined ? {} : { webFile: { content: web, integrity: hashOf(web) } }),
  };
}

/** Loads what the server half exports. Throws what its code throws, or TIMEOUT. */
export async function importServerFile(file: string, version: string): Promise<unknown> {
  const address = pathToFileURL(file);
  // Node keeps modules by their address: another version in the same process is another module.
  address.searchParams.set('version', version);
  return withinTime(LOAD_MS, 'Loading its server half', () => import(/* @vite-ignore */ address.href) as Promise<unknown>);
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
