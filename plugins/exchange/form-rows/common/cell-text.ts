import { sameJson } from '#plugins/annotate/annotations/common/index.ts';
import type { ValueShape } from '#plugins/annotate/form/common/index.ts';

/** Pattern of the start of JSON: a number, a list, an object, a text in quotes, or one of three words. */
const JSON_LIKE = /^\s*(?:-?\d|[[{"]|true\s*$|false\s*$|null\s*$)/;

/** The JSON a cell holds; undefined when it is plain text. */
function parsed(text: string): { readonly value: unknown } | undefined {
  if (!JSON_LIKE.test(text)) return undefined;
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Kinds of JSON that cells of a shape are read as; any other cell is plain text. */
const kinds: Readonly<Record<ValueShape, ReadonlySet<string>>> = {
  text: new Set(['string', 'null']),
  choice: new Set(['string', 'null']),
  number: new Set(['number', 'string', 'null']),
  choices: new Set(['array', 'string', 'null']),
  range: new Set(['array', 'string', 'null']),
  ordered: new Set(['array', 'string', 'null']),
  answers: new Set(['object', 'string', 'null']),
  files: new Set(['array', 'string', 'null']),
  any: new Set(['number', 'boolean', 'array', 'object', 'string', 'null']),
};

const kindOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

/**
 * The value of a cell; undefined for an empty one, which holds none. `5` is a number where numbers are expected and the
 * text "5" where texts do; a text in quotes is always that text, so `""` is the empty one.
 */
export function cellValue(text: string, shape: ValueShape): unknown {
  if (text === '') return undefined;
  const found = parsed(text);
  return found !== undefined && kinds[shape].has(kindOf(found.value)) ? found.value : text;
}

/**
 * The value as a cell that {@link cellValue} reads back: plain where that is possible, else as JSON; '' for undefined.
 */
export function cellText(value: unknown, shape: ValueShape): string {
  if (value === undefined) return '';
  if (typeof value !== 'string') return JSON.stringify(value);
  return value !== '' && sameJson(cellValue(value, shape), value) ? value : JSON.stringify(value);
}

/**
 * True when the value comes back from its cell; one of a kind its component never holds may not, such as a number in a
 * text.
 */
export const survivesCell = (value: unknown, shape: ValueShape): boolean =>
  sameJson(cellValue(cellText(value, shape), shape), value);
