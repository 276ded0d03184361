import { readdir, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import type { TypeFile } from '../../common/actions-api.ts';

/** Files, and characters, of the types of all packages of an action. */
const MOST_FILES = 400;
const MOST_TEXT = 3_000_000;

/** Types of packages, as the editor of code takes them. */
export interface PackageTypes {
  readonly files: readonly TypeFile[];
  /** Packages that come with types. */
  readonly typed: readonly string[];
  /** True when there are more types than the editor takes. */
  readonly cut: boolean;
}

/** An unpacked package. */
export interface UnpackedPackage {
  readonly name: string;
  readonly place: string;
}

/**
 * Reads the declarations of unpacked packages, those of an action before those that they need: of two versions of a
 * package the first one counts.
 */
export async function readPackageTypes(packages: readonly UnpackedPackage[]): Promise<PackageTypes> {
  const files = new Map<string, string>();
  const typed: string[] = [];
  const seen = new Set<string>();
  let left = MOST_TEXT;
  let cut = false;
  for (const { name, place } of packages) {
    if (seen.has(name)) continue;
    seen.add(name);
    const declared = await declarations(place);
    const own = [...declared.keys()];
    const text = [...declared.values()].reduce((sum, each) => sum + each.length, 0);
    if (own.length === 0) continue;
    // Half of the types of a package would report mistakes that there are none of.
    if (text > left || files.size + own.length + 1 > MOST_FILES) {
      cut = true;
      continue;
    }
    left -= text;
    typed.push(name);
    for (const [path, source] of declared) files.set(posix.join('node_modules', name, path), source);
    const entry = entryOf(await manifestOf(place), declared);
    if (entry !== undefined && entry !== 'index.d.ts')
      files.set(posix.join('node_modules', name, 'index.d.ts'), forwarding(entry, declared.get(entry)!));
  }
  return { files: [...files].map(([path, text]) => ({ path, text })), typed, cut };
}

/** Returns the declarations of a package by their path in it. */
async function declarations(place: string): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const entry of await readdir(place, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.d\.[cm]?ts$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    found.set(path.slice(place.length + 1), await readFile(path, 'utf8'));
  }
  return found;
}

async function manifestOf(place: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return JSON.parse(await readFile(join(place, 'package.json'), 'utf8')) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** Returns the declarations that the name of a package leads to; undefined where it has none. */
function entryOf(
  manifest: Readonly<Record<string, unknown>>,
  declared: ReadonlyMap<string, string>,
): string | undefined {
  const main = (manifest['exports'] as Record<string, unknown> | undefined)?.['.'] ?? manifest['exports'];
  const named = [typesOf(main), manifest['types'], manifest['typings'], 'index.d.ts', 'index.d.mts'];
  return named
    .filter(each => typeof each === 'string')
    .map(each => posix.normalize(each))
    .flatMap(each => [each, `${each}.d.ts`, posix.join(each, 'index.d.ts')])
    .find(each => declared.has(each));
}

/** Returns the first `types` of conditions, which may lie in one another. */
function typesOf(conditions: unknown): string | undefined {
  if (typeof conditions !== 'object' || conditions === null) return undefined;
  const { types, import: imported, default: usual } = conditions as Record<string, unknown>;
  return typeof types === 'string' ? types : (typesOf(imported) ?? typesOf(types) ?? typesOf(usual));
}

/** Returns declarations that export what another file does. */
function forwarding(path: string, text: string): string {
  const from = `./${path.replace(/\.d\.([cm]?)ts$/, '.$1js')}`;
  if (/^\s*export\s*=/m.test(text)) return `import all = require('${from}');\nexport = all;\n`;
  const hasDefault = /^\s*export\s+default\b|\bas\s+default\b|\{\s*default\b/m.test(text);
  return `export * from '${from}';\n${hasDefault ? `export { default } from '${from}';\n` : ''}`;
}
