import { fieldsOf } from './named-fields.ts';
import type { PhraseReader } from './phrase-reader.ts';
import { NotTranslatable } from './phrase-reader.ts';
import { numberOf } from './words.ts';

/** Order and size of the result. */
export interface Clauses {
  order?: string;
  limit?: string;
}

/** Adjectives of the first items of an order: `the 20 newest`. */
const EXTREMES: readonly (readonly [phrases: string, order: string])[] = [
  ['newest|latest|most recent', 'metadata.createdAt DESC'],
  ['oldest', 'metadata.createdAt'],
  ['most recently changed|most recently updated|last changed', 'metadata.updatedAt DESC'],
];

/**
 * Takes words about order or how many there shall be; false when none come next. `lastField` is the field that was
 * named last.
 */
export function readClause(reader: PhraseReader, clauses: Clauses, lastField: string | undefined): boolean {
  const set = (part: 'order' | 'limit', text: string): true => {
    if (clauses[part] !== undefined && clauses[part] !== text)
      throw new NotTranslatable(part === 'order' ? 'Name one order.' : 'Name one number of items.');
    clauses[part] = text;
    return true;
  };
  const ORDERS: readonly (readonly [string, string])[] = [
    ['newest first|latest first|most recent first|sorted by newest|newest', 'metadata.createdAt DESC'],
    ['oldest first|sorted by oldest|oldest', 'metadata.createdAt'],
    [
      'recently changed first|last changed first|most recently changed first|recently updated first|latest changes first',
      'metadata.updatedAt DESC',
    ],
    ['alphabetically|sorted alphabetically|in alphabetical order', 'metadata.name'],
    [
      'highest priority first|by priority descending|with the highest priority first|most urgent first',
      'metadata.priority DESC',
    ],
    ['lowest priority first', 'metadata.priority'],
    [
      'most objects first|most annotations first|with most objects first|with the most objects first|most annotated first',
      'instanceCount() DESC',
    ],
    ['fewest objects first|fewest annotations first', 'instanceCount()'],
    ['most comments first|most commented first', 'commentCount() DESC'],
    ['largest files first|biggest files first|largest file first', 'metadata.size DESC'],
    ['smallest files first', 'metadata.size'],
    ['widest first', 'metadata.width DESC'],
    ['longest first', 'metadata.duration DESC'],
  ];
  const known = ORDERS.map(each => {
    const { at } = reader;
    const found = reader.take(each[0]) !== undefined ? reader.at - at : 0;
    reader.at = at;
    return [each, found] as const;
  }).toSorted(([, one], [, other]) => other - one)[0];
  if (known !== undefined && known[1] > 0) {
    reader.take(known[0][0]);
    return set('order', known[0][1]);
  }
  const sorted = reader.attempt(() => {
    if (reader.take('sorted by|ordered by|order by|sort by|sort them by') === undefined) return undefined;
    const field = reader.name([
      ...fieldsOf(reader).filter(each => each.path.startsWith('metadata') || each.path.startsWith('custom')),
      { name: 'name', path: 'metadata.name', kind: 'text' as const },
      { name: 'creation date', path: 'metadata.createdAt', kind: 'day' as const },
    ]);
    if (field === undefined) return undefined;
    const down =
      reader.take('descending|highest first|from high to low|desc|in descending order|largest first') !== undefined;
    if (!down) reader.take('ascending|lowest first|from low to high|asc|in ascending order|smallest first');
    return `${field.path}${down ? ' DESC' : ''}`;
  });
  if (sorted !== undefined) return set('order', sorted);
  if (lastField !== undefined && reader.take('highest first|descending|largest first|from high to low') !== undefined)
    return set('order', `${lastField} DESC`);
  if (lastField !== undefined && reader.take('lowest first|ascending|smallest first|from low to high') !== undefined)
    return set('order', lastField);
  const extreme = reader.attempt(() => {
    reader.take('the|top');
    const { now } = reader;
    const number = now === undefined ? undefined : numberOf(now);
    if (number === undefined || !Number.isInteger(number)) return undefined;
    reader.at += 1;
    const order = EXTREMES.find(([phrases]) => reader.take(phrases) !== undefined)?.[1];
    return order === undefined ? undefined : { order, number };
  });
  if (extreme !== undefined) return set('order', extreme.order) && set('limit', `LIMIT ${extreme.number}`);
  const random = reader.attempt(() => {
    const sampled =
      reader.take('a random sample of|random sample of|sample of|a sample of|random|pick|any random') !== undefined;
    const { now } = reader;
    const number = now === undefined ? undefined : numberOf(now);
    if (number === undefined || !Number.isInteger(number)) return undefined;
    reader.at += 1;
    if (reader.take('random|randomly chosen|randomly selected|randomly picked') !== undefined)
      return `RANDOM ${number}`;
    if (sampled && reader.words[reader.at - 2]?.lower !== 'pick') return `RANDOM ${number}`;
    return undefined;
  });
  if (random !== undefined) return set('limit', random);
  const first = reader.attempt(() => {
    if (reader.take('the first|first|top|the top|limit') === undefined) return undefined;
    const { now } = reader;
    const number = now === undefined ? undefined : numberOf(now);
    if (number === undefined || !Number.isInteger(number)) return undefined;
    reader.at += 1;
    return `LIMIT ${number}`;
  });
  return first === undefined ? false : set('limit', first);
}
