import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'rolldown/utils';

/** A text written where it is shown, as `file:line: text`. */
export interface WrittenText {
  readonly at: string;
  readonly text: string;
}

/** A node of a syntax tree. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** Attributes whose text people see or hear. */
const TEXT_ATTRIBUTES = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'aria-valuetext',
  'caption',
  'description',
  'error',
  'hint',
  'label',
  'legend',
  'message',
  'nothingFound',
  'nothingFoundMessage',
  'placeholder',
  'subtitle',
  'text',
  'title',
  'tooltip',
]);

/** Words that all languages share: names, units, keys, addresses, short capitals such as PDF. */
const ALIKE =
  /^(Loupe|[A-Z]{1,5}|[a-z]{1,3}|fps|Esc|Ctrl|Alt|Shift|Enter|Tab|https?:\S*|\S+@\S+|\S*\/\S*|[a-z]+\.[a-z.]+)$/;
const isText = (text: string): boolean =>
  /\p{L}{2,}/u.test(text) &&
  !/^((Ctrl|Alt|Shift|Cmd|Mod)\+)+\S+$|:\/\//.test(text) &&
  text
    .trim()
    .split(/\s+/)
    .some(word => /\p{L}/u.test(word) && !ALIKE.test(word.replace(/[^\p{L}\p{N}@/.:]/gu, '')));

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

/** Nodes directly below a node, in the order of their properties. */
export const childrenOf = (node: Node): readonly Node[] =>
  Object.values(node).flatMap(value => (Array.isArray(value) ? (value as unknown[]) : [value]).filter(isNode));

function visit(node: Node, take: (node: Node) => void): void {
  take(node);
  for (const each of childrenOf(node)) visit(each, take);
}

/** Sources of the browser's halves, without tests. */
export function webFiles(root: string): readonly string[] {
  return ['core', 'plugins', 'examples/bundled-plugin'].flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map(each => `${folder}/${each}`)
      .filter(each => /\/web\/.*\.tsx?$/.test(each) && !/\.(test|support)\.tsx?$|\.d\.ts$/.test(each)),
  );
}

/**
 * Texts of a file: those that stand alone, and `mixed` sentences, which hold markup or values that a message cannot
 * take.
 */
export function writtenTexts(
  root: string,
  file: string,
): { readonly alone: WrittenText[]; readonly mixed: WrittenText[] } {
  const source = readFileSync(join(root, file), 'utf8');
  const [alone, mixed]: [WrittenText[], WrittenText[]] = [[], []];
  const found = (node: Node, text: string): WrittenText => ({
    at: `${file}:${source.slice(0, node.start).split('\n').length}`,
    text: text.replace(/\s+/g, ' ').trim(),
  });
  visit(parseSync(file, source).program as unknown as Node, node => {
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      const children = (node['children'] as Node[]).filter(
        each => each.type !== 'JSXText' || String(each['value']).trim() !== '',
      );
      for (const each of children)
        if (each.type === 'JSXText' && isText(String(each['value'])))
          (children.length === 1 ? alone : mixed).push(found(each, String(each['value'])));
    }
    if (node.type === 'JSXAttribute') {
      const [{ name }, value] = [node['name'] as { name: unknown }, node['value']];
      if (!TEXT_ATTRIBUTES.has(String(name)) || !isNode(value)) return;
      const literal = value.type === 'JSXExpressionContainer' ? (value['expression'] as Node) : value;
      if (literal.type === 'Literal' && typeof literal['value'] === 'string' && isText(literal['value']))
        alone.push(found(literal, literal['value']));
    }
  });
  return { alone, mixed };
}

/** The words of all texts in a module of messages, without those of code. */
export function wordsOf(source: string, file: string): readonly string[] {
  const texts: string[] = [];
  visit(parseSync(file, source).program as unknown as Node, node => {
    if (node.type === 'Literal' && typeof node['value'] === 'string') texts.push(node['value']);
    if (node.type === 'TemplateElement') texts.push((node['value'] as { cooked: string }).cooked);
  });
  return texts.flatMap(
    text =>
      text
        .replaceAll('’', "'")
        .replace(/\S*(:\/\/|@)\S*/g, ' ')
        .match(/\p{L}[\p{L}']*/gu)
        ?.map(word => word.replace(/'s?$/, '')) ?? [],
  );
}
