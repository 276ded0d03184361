import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { parseSync } from 'rolldown/utils';

/** One import of one file, both as paths from the repository's root; `npm:` before packages, `node:` before Node's own. */
export interface ImportEdge {
  readonly from: string;
  readonly to: string;
}

/** The areas of the core from the lowest floor to the highest; an area imports only from floors below its own. */
const FLOORS: readonly (readonly string[])[] = [
  ['base'],
  ['api', 'ui', 'egress', 'code-editor'],
  ['data', 'controls', 'mail'],
  ['permissions'],
  ['auth'],
  ['tenancy'],
  ['accounts'],
  ['commands'],
  ['shortcuts', 'bridge'],
  ['sandbox'],
  ['kernel'],
  ['shell'],
];
const floorOf = (area: string): number => FLOORS.findIndex(each => each.includes(area));

/** The groups of plugins from the lowest to the highest, and what they hold; a plugin imports only from its own group and from those below. */
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

/** Where a package may be used, as patterns of paths; packages not named may be used anywhere of their half. */
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
      const specifiers = [
        ...lazy,
        ...module.staticImports.map(each => each.moduleRequest.value),
        ...module.staticExports.flatMap(each =>
          each.entries.flatMap(entry => (entry.moduleRequest === null ? [] : [entry.moduleRequest.value])),
        ),
      ];
      return [...new Set(specifiers)].map(specifier => ({ from, to: resolve(from, specifier) }));
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
const isTest = (path: string): boolean => /\.(dom\.)?test\.tsx?$|\.(contract|support)\.tsx?$/.test(path);

/** Returns why an import breaks a rule, or undefined. `reach` gives the plugins that a manifest names as required or optional. */
export function offence({ from, to }: ImportEdge, reach: (plugin: string) => readonly string[]): string | undefined {
  if (isTest(from) || from.startsWith('tests/')) return undefined;
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
  if (theirs === undefined || theirs === mine) return undefined;
  if (!reach(mine).includes(theirs))
    return `imports ${theirs}, which its manifest names neither as required nor as optional`;
  if (groupRank(group(to)) > groupRank(group(from)))
    return `imports the group ${group(to)}, which lies above ${group(from)}`;
  return /^plugins\/[^/]+\/[^/]+\/(common|web\/kit|server\/kit)\//.test(to)
    ? undefined
    : `reaches into ${theirs} past its common and kit`;
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
