import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A package that the product brings to where it runs. */
export interface ProductionPackage {
  readonly name: string;
  readonly version: string;
  /** SPDX expression; undefined when the package states none. */
  readonly licence: string | undefined;
  /** The first copyright line of its licence file, else its author. */
  readonly copyright: string | undefined;
}

interface LockedPackage {
  readonly version: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
}

interface PackageFile {
  readonly license?: string | { readonly type?: string };
  readonly licenses?: readonly { readonly type?: string }[];
  readonly author?: string | { readonly name?: string };
}

/** Packages that state their licence elsewhere than in `package.json`: the file and the words. */
const STATED: Readonly<Record<string, { readonly licence: string; readonly file: string; readonly words: string }>> = {
  'combine-errors@3.0.3': { licence: 'MIT', file: 'Readme.md', words: '## License\n\nMIT' },
};

const HEAD = `Loupe
Copyright the authors of Loupe

This product includes the packages below under their own licences. libvips and the libraries it is built
with (@img/sharp-libvips-*) are LGPL-3.0-or-later: they are separate files that may be replaced.
The table of what pictures show (smart-tools, tag-hypernyms.json) is made from WordNet 3.0, Copyright 2006 by Princeton
University, under the licence that the file holds.
`;

/** Returns the production packages of the lock file, ordered by name and version, each once. */
export function productionPackages(root: string): readonly ProductionPackage[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  const found = new Map<string, ProductionPackage>();
  for (const [place, locked] of Object.entries(lock.packages)) {
    if (place === '' || locked.dev === true) continue;
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const key = `${name}@${locked.version}`;
    // Packages of one platform are not installed on others, and the list must be the same on all.
    const folder = locked.os === undefined && locked.cpu === undefined ? join(root, place) : undefined;
    found.set(key, {
      name,
      version: locked.version,
      licence: locked.license ?? (folder === undefined ? undefined : licenceOf(folder, key)),
      copyright: folder === undefined ? undefined : copyrightOf(folder),
    });
  }
  return [...found.values()].toSorted((one, other) =>
    `${one.name}@${one.version}` < `${other.name}@${other.version}` ? -1 : 1,
  );
}

/** Returns true when one choice of a licence expression is neither GPL nor AGPL nor absent. */
export function isAllowed(licence: string | undefined): boolean {
  if (licence === undefined) return false;
  return licence
    .replace(/[()]/g, '')
    .split(' OR ')
    .some(choice =>
      choice.split(' AND ').every(each => each.trim() !== '' && !/^(A?GPL|UNLICENSED|SEE LICEN)/i.test(each.trim())),
    );
}

/** Returns the text of the NOTICE file. */
export function noticeText(packages: readonly ProductionPackage[]): string {
  const lines = packages.map(({ name, version, licence, copyright }) =>
    [`${name} ${version}`, licence ?? 'no licence', ...(copyright === undefined ? [] : [copyright])].join(' · '),
  );
  return `${HEAD}\n${lines.join('\n')}\n`;
}

function licenceOf(folder: string, key: string): string | undefined {
  const stated = STATED[key];
  if (stated !== undefined)
    return readFileSync(join(folder, stated.file), 'utf8').includes(stated.words) ? stated.licence : undefined;
  const { license, licenses } = readPackage(folder);
  return typeof license === 'string' ? license : (license?.type ?? licenses?.[0]?.type);
}

function copyrightOf(folder: string): string | undefined {
  if (!existsSync(folder)) return undefined;
  for (const file of readdirSync(folder)
    .filter(each => /^(licen[cs]e|copying|notice)/i.test(each))
    .toSorted()) {
    const path = join(folder, file);
    const line = /\.(md|txt)$|^[^.]+$|-MIT$/i.test(file)
      ? readFileSync(path, 'utf8')
          .split('\n')
          .find(each => /^[\s*#_]*(copyright|©|\(c\))/i.test(each) && !each.includes('[') && /\d{4}/.test(each))
      : undefined;
    if (line !== undefined) return line.replace(/[*#_]/g, '').trim().replace(/\s+/g, ' ');
  }
  const { author } = readPackage(folder);
  const by = typeof author === 'string' ? author.replace(/\s*[<(].*$/, '') : author?.name;
  return by === undefined || by === '' ? undefined : `by ${by}`;
}

function readPackage(folder: string): PackageFile {
  const file = join(folder, 'package.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as PackageFile) : {};
}
