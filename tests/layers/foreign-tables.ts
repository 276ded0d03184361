import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseSync } from 'rolldown/utils';

/** A table of another plugin or of the core that a file of a plugin names. */
export interface ForeignTable {
  readonly file: string;
  readonly table: string;
}

interface SyntaxNode {
  readonly type: string;
  readonly [key: string]: unknown;
}

const TABLE = /(?<![\w.])([a-z][a-z0-9_]*)\.[a-z][a-z0-9_]*(?![\w(])/g;
/** Statements of a migration that make a table or give it its columns and policies. */
const MADE =
  /(?:create table (?:if not exists )?|\b(?:createTable|tenantTable|shareTable)\([^'`]*['`])([a-z0-9_]+\.[a-z0-9_]+)/g;

const walk = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap(entry =>
    entry.isDirectory() ? walk(join(folder, entry.name)) : entry.name.endsWith('.ts') ? [join(folder, entry.name)] : [],
  );

/** Returns the files of the folders that run on the server, without tests and what only tests use. */
const serverFiles = (root: string, folders: readonly string[]): string[] =>
  folders
    .flatMap(folder => walk(join(root, folder)))
    .map(path => relative(root, path))
    .filter(path => path.includes('/server/') && !/\.(test|support|contract)\.ts$/.test(path));

/** Returns the schema that the tables of a plugin or an area of the core lie in: its name, with underscores. */
const ownSchema = (file: string): string => /^(?:core|plugins\/[^/]+)\/([^/]+)\//.exec(file)![1]!.replaceAll('-', '_');

/** Yields every text of a syntax tree: string literals, and the fixed parts of templates. */
function* texts(node: SyntaxNode): Generator<string> {
  if (node.type === 'Literal' && typeof node['value'] === 'string') yield node['value'];
  if (node.type === 'TemplateElement') yield (node['value'] as { readonly raw: string }).raw;
  for (const value of Object.values(node))
    for (const each of Array.isArray(value) ? value : [value])
      if (typeof each === 'object' && each !== null && typeof (each as SyntaxNode).type === 'string')
        yield* texts(each as SyntaxNode);
}

/** Returns what looks like a table in the texts of a source, as `schema.table`. Comments are not read. */
export function namedTables(file: string, source: string): ReadonlySet<string> {
  const { program } = parseSync(file, source);
  return new Set([...texts(program as unknown as SyntaxNode)].flatMap(text => text.match(TABLE) ?? []));
}

/**
 * Returns all tables: those that migrations make, and those of a schema whose owner declares them as the key of a type.
 */
export function knownTables(root: string): ReadonlySet<string> {
  return new Set(
    serverFiles(root, ['core', 'plugins']).flatMap(file => {
      const source = readFileSync(join(root, file), 'utf8');
      if (file.includes('/migrations/')) return [...source.matchAll(MADE)].map(found => found[1]!);
      return [...source.matchAll(/^\s+'([a-z0-9_]+\.[a-z0-9_]+)': /gm)]
        .map(found => found[1]!)
        .filter(table => table.startsWith(`${ownSchema(file)}.`));
    }),
  );
}

/**
 * Returns the tables that server code of plugins names in schemas of others. Migrations are left out: they are frozen,
 * and a foreign key has to name its table.
 */
export function foreignTables(root: string): readonly ForeignTable[] {
  const known = knownTables(root);
  return serverFiles(root, ['plugins'])
    .filter(file => !file.includes('/migrations/'))
    .flatMap(file => {
      const source = readFileSync(join(root, file), 'utf8');
      const isForeign = (table: string): boolean => known.has(table) && !table.startsWith(`${ownSchema(file)}.`);
      // Most files name no foreign table even in a comment: they need no parsing.
      if (!(source.match(TABLE) ?? []).some(isForeign)) return [];
      return [...namedTables(file, source)].filter(isForeign).map(table => ({ file, table }));
    });
}

/**
 * Returns the kits that export the tables of a plugin as a type for Kysely: who takes it can name them in statements.
 */
export function exportedTables(root: string): readonly string[] {
  return serverFiles(root, ['plugins']).filter(
    file => file.endsWith('/server/kit/index.ts') && /\w+Tables\b/.test(readFileSync(join(root, file), 'utf8')),
  );
}
