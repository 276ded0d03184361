import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseSync } from 'rolldown/utils';

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

const walk = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap(entry =>
    entry.isDirectory() ? walk(join(folder, entry.name)) : /\.tsx?$/.test(entry.name) ? [join(folder, entry.name)] : [],
  );

const camelCase = (id: string): string => id.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/**
 * Yields the lists below a node that begin with a text, unless all of their elements are texts without being a pair.
 */
function* textLists(node: SyntaxNode): Generator<readonly [first: string, list: SyntaxNode]> {
  const elements = node.type === 'ArrayExpression' ? (node['elements'] as readonly (SyntaxNode | null)[]) : [];
  const [first] = elements;
  // A long list of plain words is no key: `['items', 'people', 'time']` names columns.
  const isWords = elements.length > 2 && elements.every(each => each?.type === 'Literal');
  if (first?.type === 'Literal' && typeof first['value'] === 'string' && !isWords) yield [first['value'], node];
  for (const value of Object.values(node))
    for (const each of Array.isArray(value) ? value : [value])
      if (typeof each === 'object' && each !== null && typeof (each as SyntaxNode).type === 'string')
        yield* textLists(each as SyntaxNode);
}

/** Returns the query keys of a source that begin with the name of a plugin, other than its own, as they are written. */
export function foreignKeysOf(
  file: string,
  source: string,
  own: string,
  plugins: readonly string[],
): readonly string[] {
  const foreign = new Set(plugins.filter(each => each !== own).flatMap(each => [each, camelCase(each)]));
  // Two plugins may not share a word in camel case: `own` is left out under both of its names.
  for (const name of [own, camelCase(own)]) foreign.delete(name);
  if (!/query/i.test(source)) return [];
  const { program } = parseSync(file, source);
  return [...textLists(program as unknown as SyntaxNode)]
    .filter(([first]) => foreign.has(first))
    .map(([, { start, end }]) => source.slice(start, end).replaceAll(/\s+/g, ' '));
}

/** Returns the query keys in the browser code of plugins that name another plugin by hand, by file. */
export function foreignKeys(root: string, plugins: readonly string[]): readonly string[] {
  return walk(join(root, 'plugins')).flatMap(path => {
    const file = relative(root, path);
    const own = /^plugins\/[^/]+\/([^/]+)\/web\//.exec(file)?.[1];
    if (own === undefined || /\.test\.tsx?$/.test(file)) return [];
    return foreignKeysOf(file, readFileSync(path, 'utf8'), own, plugins).map(key => `${file}: ${key}`);
  });
}
