import { z } from 'zod';
import { attributeTextLimit } from '#plugins/workspace/classes/common/index.ts';

/** Most terms of a project's dictionary. */
export const TERM_LIMIT = 50_000;

/** Longest term, in UTF-16 units. */
export const TERM_LENGTH = 500;

/** Returns whether databases can keep a text. */
const isPlain = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000');

const number = z.int().positive().max(2_147_483_647);

/** One term and what it is: the class of its spans, and the values they get beside the class's own. */
export const dictionaryEntry = z.strictObject({
  term: z.string().max(TERM_LENGTH).regex(/\S/, 'must not be empty').refine(isPlain, 'must be plain text'),
  class_id: number,
  values: z
    .array(
      z.strictObject({
        group_id: number,
        /** Ids of chosen values, a text or a number. */
        value: z.union([
          z.array(number).max(200),
          z.string().max(attributeTextLimit).refine(isPlain, 'must be plain text'),
          z.number(),
        ]),
      }),
    )
    .max(50)
    .default([]),
});
export type DictionaryEntry = z.output<typeof dictionaryEntry>;

/** Options of comparing terms with a text. */
export const dictionaryOptions = z.strictObject({
  /** As they are written, else in any case. */
  exact_case: z.boolean(),
  /** Not inside of longer words. */
  whole_words: z.boolean(),
  /** é is not e. */
  accents: z.boolean(),
});
export type DictionaryOptions = z.output<typeof dictionaryOptions>;

/** The terms of a project, and how they are looked for. */
export const dictionary = z.strictObject({
  options: dictionaryOptions,
  entries: z
    .array(dictionaryEntry)
    .max(TERM_LIMIT, `a dictionary has at most ${TERM_LIMIT.toLocaleString('en')} terms`),
});
export type Dictionary = z.output<typeof dictionary>;

export const emptyDictionary: Dictionary = {
  options: { exact_case: false, whole_words: true, accents: false },
  entries: [],
};
