import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'rolldown/utils';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const OPTIONS = [
  '--ignoreConfig',
  '--target',
  'ES2023',
  '--module',
  'ESNext',
  '--moduleResolution',
  'Bundler',
  '--lib',
  'ES2023,ES2024.String,DOM,DOM.Iterable',
  '--jsx',
  'react-jsx',
  '--strict',
  '--verbatimModuleSyntax',
  '--allowImportingTsExtensions',
  '--skipLibCheck',
  '--types',
  'node',
  '--declaration',
  '--emitDeclarationOnly',
];

/** One public name of a module. */
export interface PublicName {
  readonly name: string;
  /** Its docstring without the marks of a comment; empty where there is none. */
  readonly doc: string;
  /** Its declaration with the docstrings of its members. */
  readonly declaration: string;
  /** The same without any comment. */
  readonly bare: string;
}

/** A module that customers import, e.g. `@loupe/sdk/app`. */
export interface PublicModule {
  readonly title: string;
  /** Path in `sdk/`, e.g. `app`. */
  readonly path: string;
  readonly names: readonly PublicName[];
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly declaration?: Node | null;
  readonly source?: { readonly value: string } | null;
  readonly specifiers?: readonly {
    readonly local: { readonly name: string };
    readonly exported: { readonly name: string };
  }[];
  readonly declarations?: readonly { readonly id: { readonly name: string } }[];
  readonly id?: { readonly name: string } | null;
}

interface Comment {
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** The modules of the SDK as their declarations say: what TypeScript shows to a customer. */
export function publicModules(): readonly PublicModule[] {
  const out = mkdtempSync(join(tmpdir(), 'loupe-sdk-'));
  try {
    const entries = indexFiles(join(ROOT, 'sdk'));
    execFileSync(
      'npx',
      ['tsc', ...OPTIONS, '--rootDir', 'sdk', '--outDir', out, ...entries.map(each => relative(ROOT, each))],
      { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' },
    );
    return entries.map(entry => {
      const path = dirname(relative(join(ROOT, 'sdk'), entry));
      return {
        path,
        title: `@loupe/sdk/${path}`,
        names: namesOf(join(out, path, 'index.d.ts')).toSorted((one, other) => (one.name < other.name ? -1 : 1)),
      };
    });
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

const indexFiles = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter(each => each.isDirectory())
    .flatMap(each => {
      const inner = join(folder, each.name);
      return [...['index.ts', 'index.tsx'].map(name => join(inner, name)).filter(existsSync), ...indexFiles(inner)];
    })
    .toSorted();

/** All that a declaration file exports, followed through the files it takes from. */
function namesOf(file: string): readonly PublicName[] {
  const text = readFileSync(file, 'utf8');
  const parsed = parseSync(file, text);
  const comments = parsed.comments as unknown as readonly Comment[];
  const statements = parsed.program.body as unknown as readonly Node[];
  const publicName = (statement: Node, name: string): PublicName => ({
    name,
    doc: docBefore(text, comments, statement.start),
    ...declarationOf(text, comments, statement),
  });
  return statements.flatMap((statement): readonly PublicName[] => {
    if (statement.type === 'ExportAllDeclaration')
      return namesOf(join(dirname(file), String(statement.source?.value).replace(/\.tsx?$/, '.d.ts')));
    if (statement.type !== 'ExportNamedDeclaration') return [];
    if (statement.declaration !== null && statement.declaration !== undefined)
      return declared(statement.declaration).map(name => publicName(statement, name));
    const own = (local: string): PublicName | undefined => {
      const found = statements.find(each => declared(each.declaration ?? each).includes(local));
      return found === undefined ? undefined : publicName(found, local);
    };
    const source = statement.source?.value;
    if (source !== undefined && !source.startsWith('.'))
      return statement.specifiers!.map(each => ({
        name: each.exported.name,
        doc: docBefore(text, comments, statement.start),
        declaration: `export { ${each.exported.name} } from '${source}';`,
        bare: `export { ${each.exported.name} } from '${source}';`,
      }));
    const others = source === undefined ? [] : namesOf(join(dirname(file), source.replace(/\.tsx?$/, '.d.ts')));
    return statement.specifiers!.map(({ local, exported }) => {
      const found = source === undefined ? own(local.name) : others.find(each => each.name === local.name);
      if (found === undefined) throw new Error(`${file} exports ${local.name}, which was not found`);
      return { ...found, name: exported.name };
    });
  });
}

const declared = (node: Node): readonly string[] =>
  node.declarations?.map(each => each.id.name) ?? (node.id?.name === undefined ? [] : [node.id.name]);

function docBefore(text: string, comments: readonly Comment[], start: number): string {
  const found = comments.findLast(each => each.end <= start && text.slice(each.end, start).trim() === '');
  if (found?.value.startsWith('*') !== true) return '';
  return found.value
    .slice(1)
    .split('\n')
    .map(line => line.replace(/^\s*\* ?/, ''))
    .join('\n')
    .trim();
}

function declarationOf(
  text: string,
  comments: readonly Comment[],
  { start, end }: Node,
): { readonly declaration: string; readonly bare: string } {
  const inside = comments.filter(each => each.start >= start && each.end <= end);
  const bare = inside.reduceRight(
    (left, each) => left.slice(0, each.start - start) + left.slice(each.end - start),
    text.slice(start, end),
  );
  return {
    declaration: text.slice(start, end),
    bare: bare
      .split('\n')
      .filter(line => line.trim() !== '')
      .join('\n'),
  };
}

/** The reference of a module, as Markdown. */
export const referenceOf = ({ title, names }: PublicModule): string =>
  `# ${title}\n\n${names.map(({ name, doc, declaration }) => `## ${name}\n\n${doc === '' ? '' : `${doc.replaceAll(/\{@link (\w+)\}/g, '`$1`')}\n\n`}\`\`\`ts\n${declaration}\n\`\`\`\n`).join('\n')}`;

/** The public surface of all modules without words: what a change of the SDK must change on purpose. */
export const reportOf = (modules: readonly PublicModule[]): string =>
  `# Public surface of the SDK\n\nMade by \`npm run sdk:reference\`; a test compares it.\n\n${modules.map(({ title, names }) => `## ${title}\n\n\`\`\`ts\n${names.map(each => each.bare).join('\n')}\n\`\`\`\n`).join('\n')}`;
