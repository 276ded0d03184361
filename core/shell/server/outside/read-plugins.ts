import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
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

/** Plugins found in PLUGINS_DIR. */
export interface FoundPlugins {
  readonly plugins: readonly OutsidePlugin[];
  readonly refused: readonly Refusal[];
}

/** Largest half, in bytes: more is no plugin but a mistake. */
const MOST_BYTES = 20 * 1024 * 1024;
/** A server half must be loaded within this time, in milliseconds. */
const LOAD_MS = 15_000;

/** Plugins read before others have their turn. */
const AT_ONCE = 8;

const hashOf = (content: Buffer): string => `sha384-${createHash('sha384').update(content).digest('base64')}`;

/**
 * Reads every folder of `root`. A broken one is refused with its reason; only a `root` that cannot be read throws
 * CONFIGURATION. Nothing is served yet, so it reads without waiting: small files take a fifth of the time. What else
 * the start does has its turn between some and others.
 */
export async function readPlugins(root: string): Promise<FoundPlugins> {
  const plugins: OutsidePlugin[] = [];
  const refused: Refusal[] = [];
  const folders = new Map<string, string>();
  for (const [index, folder] of foldersOf(root).entries()) {
    if (index % AT_ONCE === 0) await turn();
    try {
      const found = readPlugin(root, folder);
      const { id } = found.manifest;
      const other = folders.get(id);
      if (other !== undefined) {
        refused.push({ id, folder, reason: `Plugin "${id}" is there twice: ${other} has this id already` });
        continue;
      }
      folders.set(id, folder);
      plugins.push(found);
    } catch (error) {
      refused.push({ id: folder, folder, reason: messageOf(error) });
    }
  }
  return { plugins, refused };
}

function foldersOf(root: string): readonly string[] {
  try {
    const entries = readdirSync(root, { withFileTypes: true });
    const names = entries
      .filter(each => !each.name.startsWith('.') && (each.isDirectory() || each.isSymbolicLink()))
      .map(each => each.name);
    return names.toSorted();
  } catch (error) {
    throw new Fault(
      'CONFIGURATION',
      `PLUGINS_DIR="${root}" cannot be read: ${messageOf(error)}. Name a folder that is there, or leave it out.`,
      { cause: error },
    );
  }
}

function readPlugin(root: string, folder: string): OutsidePlugin {
  const path = join(root, folder);
  const found = readPackage(packageText(path));
  /** Its content, where it had to be read. */
  const check = (file: string): Buffer | undefined => {
    const size = statSync(join(path, file), { throwIfNoEntry: false })?.size;
    if (size === undefined)
      throw new Fault('MANIFEST_INVALID', `${PACKAGE_FILE} names ${file}, which is not there. Build the plugin.`);
    if (size > MOST_BYTES)
      throw new Fault('MANIFEST_INVALID', `${file} has ${size} bytes; a half may have ${MOST_BYTES}`);
    const expected = found.integrity?.[file];
    if (expected === undefined) return undefined;
    const content = readFileSync(join(path, file));
    if (expected !== hashOf(content))
      throw new Fault(
        'INTEGRITY',
        `${file} is not the file that ${PACKAGE_FILE} describes: its hash is ${hashOf(content)}. Build the plugin again.`,
      );
    return content;
  };
  if (found.server !== undefined) check(found.server);
  const web = found.web === undefined ? undefined : (check(found.web) ?? readFileSync(join(path, found.web)));
  return {
    ...found,
    folder,
    ...(found.server === undefined ? {} : { serverFile: join(path, found.server) }),
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

/**
 * Begins to load what a server half exports; the answer waits for it, from then on at most LOAD_MS. That throws what
 * its code throws, or TIMEOUT.
 */
export function beginLoading(file: string, version: string): () => Promise<unknown> {
  const address = pathToFileURL(file);
  // Node keeps modules by their address: another version in the same process is another module.
  address.searchParams.set('version', version);
  const loading: Promise<unknown> = import(/* @vite-ignore */ address.href);
  loading.catch(() => undefined); // Thrown to the caller of the answer: it may be called later than this fails.
  return () => withinTime(LOAD_MS, 'Loading its server half', () => loading);
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
