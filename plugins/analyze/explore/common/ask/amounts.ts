import type { PhraseReader } from './phrase-reader.ts';
import { numberOf } from './words.ts';

/** A comparison with a number, to be written after a field: `> 3` or `BETWEEN 1 AND 5`. */
export interface Amount {
  readonly text: string;
  readonly operator: string;
  readonly value: number;
}

const ABOVE =
  '>|more than|over|above|greater than|larger than|bigger than|higher than|exceeding|after|older than|longer than|wider than|taller than';
const BELOW =
  '<|less than|fewer than|under|below|smaller than|lower than|before|younger than|shorter than|narrower than';
const LEAST = '>=|at least|no less than|not less than|no fewer than|not fewer than|a minimum of|minimum';
const MOST = '<=|at most|no more than|not more than|up to|a maximum of|maximum';
const EQUAL = '=|exactly|equal to|equals|equal|just|only';
const OPERATORS: readonly (readonly [string, string])[] = [
  [LEAST, '>='],
  [MOST, '<='],
  [ABOVE, '>'],
  [BELOW, '<'],
  ['!=|not equal to|other than', '!='],
  [EQUAL, '='],
];

/** Takes a number, in digits or as a word. */
export function readNumber(reader: PhraseReader): number | undefined {
  return reader.attempt(() => {
    reader.take('a');
    const { now } = reader;
    const number = now === undefined ? undefined : numberOf(now);
    if (number === undefined) return undefined;
    reader.at += 1;
    return number;
  });
}

/**
 * Takes a comparison with a number: `more than 3`, `at least two`, `between 1 and 5`, `5 or more`, `3`. `unit` takes
 * what follows a number and answers its factor.
 */
export function readAmount(reader: PhraseReader, unit: () => number = () => 1): Amount | undefined {
  const made = (operator: string, value: number): Amount => ({ text: `${operator} ${value}`, operator, value });
  return reader.attempt(() => {
    if (reader.take('between') !== undefined) {
      const low = readNumber(reader);
      const lowUnit = unit();
      if (low === undefined || reader.take('and') === undefined) return undefined;
      const high = readNumber(reader);
      if (high === undefined) return undefined;
      const factor = unit();
      const first = low * (lowUnit === 1 ? factor : lowUnit);
      return { text: `BETWEEN ${first} AND ${high * factor}`, operator: 'between', value: first };
    }
    const operator = OPERATORS.find(([phrases]) => reader.sees(phrases));
    if (operator !== undefined) reader.take(operator[0]);
    const number = readNumber(reader);
    if (number === undefined) return undefined;
    const value = number * unit();
    if (operator !== undefined) return made(operator[1], value);
    if (reader.take('or more|or above|or higher|or over|and more|and above|or larger|plus') !== undefined)
      return made('>=', value);
    if (reader.take('or less|or fewer|or below|or under|or lower|or smaller|and below') !== undefined)
      return made('<=', value);
    return made('=', value);
  });
}

/** Takes how often something happened: `twice`, `more than twice`, `at least 3 times`. */
export function readTimes(reader: PhraseReader): Amount | undefined {
  return reader.attempt(() => {
    const operator = OPERATORS.find(([phrases]) => reader.sees(phrases));
    if (operator !== undefined) reader.take(operator[0]);
    const sign = operator?.[1] ?? '=';
    const word = reader.take('once|twice|thrice');
    if (word !== undefined) {
      const value = { once: 1, twice: 2, thrice: 3 }[word]!;
      return { text: `${sign} ${value}`, operator: sign, value };
    }
    const value = readNumber(reader);
    if (value === undefined || reader.take('times|time') === undefined) return undefined;
    return { text: `${sign} ${value}`, operator: sign, value };
  });
}

/** Takes a unit of bytes and answers its factor. */
export const bytesUnit = (reader: PhraseReader): number | undefined => {
  const unit = reader.take('b|bytes|byte|kb|kilobytes|mb|megabytes|megabyte|gb|gigabytes|gigabyte');
  return unit === undefined ? undefined : { b: 1, k: 1e3, m: 1e6, g: 1e9 }[unit.charAt(0)];
};
