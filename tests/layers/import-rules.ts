import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { parseSync } from 'rolldown/utils';

/**
 * One import of one file, both as paths from the repository's root; `npm:` before packages, `node:` before Node's own.
 */
export interface ImportEdge {
  readonly from: string;
  readonly to: string;
  /** The names taken; `*` is everything, and so is a lazy import. */
  readonly names: readonly string[];
}

/**
 * Folders whose index is public beside that of their plugin's half: a subject of its own, or too heavy to come along.
 */
const SUB_DOORS: readonly string[] = [
  'plugins/annotate/annotations/common/geometry',
  'plugins/annotate/annotations/common/point-labels',
  'plugins/annotate/annotations/common/raster',
  'plugins/annotate/editor/web/kit/pdf',
];

/** The areas of the core from the lowest floor to the highest; an area imports only from floors below its own. */
const FLOORS: readonly (readonly string[])[] = [
  ['base'],
  ['api', 'ui', 'egress', 'code-editor'],
  ['data', 'controls', 'mail'],
  ['permissions'],
  ['auth'],
  ['tenancy'],
  ['accounts', 'maintenance', 'audit'],
  ['commands'],
  ['shortcuts', 'bridge'],
  ['sandbox'],
  ['kernel'],
  ['shell'],
];
const floorOf = (area: string): number => FLOORS.findIndex(each => each.includes(area));

/**
 * The groups of plugins from the lowest to the highest, and what they hold; a plugin imports only from its own group
 * and from those below.
 */
export const GROUPS: readonly (readonly [name: string, holds: string])[] = [
  ['workspace', 'people, teams, projects, items and classes'],
  ['organize', 'statuses, categories, fields and groups that a team adds'],
  ['annotate', 'documents, editors, forms and their tools'],
  ['review', 'approval, agreement and handing out work'],
  ['manage', 'how people and time are followed'],
  ['exchange', 'import, export and storage'],
  ['analyze', 'search and figures over whole projects'],
  ['extend', 'what users build inside the product'],
];
const groupRank = (name: string): number => GROUPS.findIndex(([group]) => group === name);

/** Places where a package may be used, as patterns of paths; packages not named may be used anywhere of their half. */
const PLACES: Readonly<Record<string, RegExp>> = {
  'react-router-dom':
    /^(core\/shell\/web\/|core\/ui\/web\/use-latest-params\.|plugins\/[^/]+\/[^/]+\/web\/|sdk\/plugin\/web\/)/,
  'monaco-editor': /^(core\/code-editor|plugins\/(annotate\/(editor-form|form)|extend\/apps))\/web\//,
  'esbuild-wasm': /^core\/sandbox\//,
  acorn: /^core\/sandbox\//,
  'acorn-walk': /^core\/sandbox\//,
  'magic-string': /^core\/sandbox\//,
  fastify: /^core\/(api|shell|kernel)\/server\//,
  pg: /^core\/data\/server\//,
  nodemailer: /^core\/mail\/server\//,
  '@electric-sql/pglite': /^core\/data\/server\//,
  kysely: /\/server\//,
};

const WEB_ONLY = /^(react|react-dom|valtio|@mantine\/|@tanstack\/|@tabler\/|react-router-dom|idb|konva)/;
const SERVER_ONLY =
  /^(@aws-sdk\/|undici$|ipaddr\.js$|fastify|@fastify\/|kysely|pg|pg-boss|@electric-sql\/|sharp|ws|pino|prom-client|@node-rs\/|yauzl|yazl|tar$|@tus\/server|@tus\/file-store|jose|nodemailer)/;

const walk = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap(entry =>
    entry.isDirectory() ? walk(join(folder, entry.name)) : /\.tsx?$/.test(entry.name) ? [join(folder, entry.name)] : [],
  );

/** Imports of all TypeScript files below the folders, parsed, not guessed. */
export function readImports(root: string, folders: readonly string[]): readonly ImportEdge[] {
  return folders
    .flatMap(folder => walk(join(root, folder)))
    .flatMap(file => {
      const from = relative(root, file);
      const source = readFileSync(file, 'utf8');
      const { module } = parseSync(file, source);
      const lazy = module.dynamicImports.flatMap(
        ({ moduleRequest: { start, end } }) => /^(['"])(.+)\1$/.exec(source.slice(start, end))?.[2] ?? [],
      );
      const taken = new Map<string, Set<string>>();
      const take = (specifier: string, name: string): void => {
        taken.set(specifier, (taken.get(specifier) ?? new Set()).add(name));
      };
      for (const each of lazy) take(each, '*');
      for (const { moduleRequest, entries } of module.staticImports) {
        if (entries.length === 0) take(moduleRequest.value, '*');
        for (const { importName } of entries) take(moduleRequest.value, importName.name ?? '*');
      }
      for (const { moduleRequest, importName } of module.staticExports.flatMap(each => each.entries))
        if (moduleRequest !== null) take(moduleRequest.value, importName.name ?? '*');
      return [...taken].map(([specifier, names]) => ({ from, to: resolve(from, specifier), names: [...names] }));
    });
}

function resolve(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.join(dirname(from), specifier);
  const alias = /^#(core|plugins|sdk|tests)\/(.*)$/.exec(specifier);
  if (alias !== null) return `${alias[1]}/${alias[2]}`;
  return specifier.startsWith('node:') ? specifier : `npm:${specifier}`;
}

const half = (path: string): string | undefined =>
  /^(?:core\/[^/]+|plugins\/[^/]+\/[^/]+|examples\/[^/]+)\/(common|web|server)\//.exec(path)?.[1];
const plugin = (path: string): string | undefined => /^plugins\/[^/]+\/([^/]+)\//.exec(path)?.[1];
const group = (path: string): string => /^plugins\/([^/]+)\//.exec(path)![1]!;
const area = (path: string): string | undefined => /^core\/([^/]+)\//.exec(path)?.[1];
const packageName = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
/** The part of a plugin that others may use: its `common` and the kits of its halves. */
const isShared = (path: string): boolean => /^plugins\/[^/]+\/[^/]+\/(common|web\/kit|server\/kit)\//.test(path);
/** An index by which others reach what a plugin makes public. */
export const isDoor = (path: string): boolean =>
  /^plugins\/[^/]+\/[^/]+\/(common|web\/kit|server\/kit)\/index\.tsx?$/.test(path) ||
  SUB_DOORS.some(each => path === `${each}/index.ts`);
const isTest = (path: string): boolean => /\.(dom\.)?test\.tsx?$|\.(contract|support)\.tsx?$/.test(path);

/**
 * Returns why an import breaks a rule, or undefined. `reach` gives the plugins that a manifest names as required or
 * optional.
 */
export function offence(
  { from, to }: Omit<ImportEdge, 'names'>,
  reach: (plugin: string) => readonly string[],
): string | undefined {
  if (isTest(from) || from.startsWith('tests/'))
    return isShared(to) && !isDoor(to) && !isTest(to) && plugin(to) !== plugin(from)
      ? `reaches into ${plugin(to)!} past its indexes`
      : undefined;
  if (isTest(to)) return 'imports a test file';
  const own = half(from);
  if (to.startsWith('npm:')) {
    const name = packageName(to.slice(4));
    const place = PLACES[name];
    if (place !== undefined && !place.test(from)) return `uses ${name} outside ${place.source}`;
    if (own === 'common' && (WEB_ONLY.test(name) || SERVER_ONLY.test(name))) return `uses ${name} in common`;
    if (own === 'web' && SERVER_ONLY.test(name)) return `uses ${name} in the browser`;
    if (own === 'server' && WEB_ONLY.test(name)) return `uses ${name} on the server`;
    return undefined;
  }
  if (to.startsWith('node:')) return own === 'common' || own === 'web' ? `uses ${to} in ${own}` : undefined;
  const other = half(to);
  if (own !== undefined && other !== undefined && own !== other && other !== 'common') return `${own} imports ${other}`;
  if (from.startsWith('sdk/')) return to.startsWith('sdk/') ? undefined : 'sdk imports the product';
  if (from.startsWith('core/')) {
    if (to.startsWith('plugins/')) return 'core imports a plugin';
    const [mine, theirs] = [area(from), area(to)];
    if (mine === undefined || theirs === undefined || mine === theirs) return undefined;
    if (floorOf(theirs) >= floorOf(mine)) return `${mine} imports ${theirs}, which is not below it`;
    return /^core\/[^/]+\/(common|web|server)\/(index\.tsx?|[^/]+\.css)$/.test(to) || from.startsWith('core/shell/')
      ? undefined
      : `reaches into ${theirs} past its index`;
  }
  const mine = plugin(from);
  if (mine === undefined) return undefined;
  if (to.startsWith('core/'))
    return /^core\/[^/]+\/(common|web|server)\/index\.tsx?$/.test(to) ? undefined : 'reaches into core past an index';
  const theirs = plugin(to);
  if (theirs === mine) return isDoor(to) ? 'imports an index of its own plugin, which is for others' : undefined;
  if (theirs === undefined) return undefined;
  if (!reach(mine).includes(theirs))
    return `imports ${theirs}, which its manifest names neither as required nor as optional`;
  if (groupRank(group(to)) > groupRank(group(from)))
    return `imports the group ${group(to)}, which lies above ${group(from)}`;
  return isDoor(to) ? undefined : `reaches into ${theirs} past its indexes`;
}

/** Circles among files, each as its chain. Type-only edges count too: a circle is a circle for the reader. */
export function findCycles(edges: readonly ImportEdge[]): readonly (readonly string[])[] {
  const next = new Map<string, string[]>();
  for (const { from, to } of edges)
    if (!to.startsWith('npm:') && !to.startsWith('node:')) next.set(from, [...(next.get(from) ?? []), to]);
  const state = new Map<string, 'open' | 'done'>();
  const cycles: string[][] = [];
  const visit = (file: string, chain: readonly string[]): void => {
    if (state.get(file) === 'done') return;
    if (state.get(file) === 'open') {
      cycles.push([...chain.slice(chain.indexOf(file)), file]);
      return;
    }
    state.set(file, 'open');
    for (const to of next.get(file) ?? []) visit(to, [...chain, file]);
    state.set(file, 'done');
  };
  for (const file of next.keys()) visit(file, []);
  return cycles;
}
