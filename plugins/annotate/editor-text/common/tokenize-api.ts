import { defineApi, z } from '#core/api/common/index.ts';
import { tokenUnits } from './text-segments.ts';

/** UTF-16 units of a text that is divided in one call at most. */
export const tokenizeLimit = 1_000_000;

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** Divides texts as the text editor does when selections snap. */
export const tokenizeApi = defineApi({
  service: 'ml',
  operations: {
    tokenize: {
      method: 'POST',
      path: '/tokenize',
      summary: 'Divide a text into characters, words or sentences',
      access: 'team-member',
      cost: 5,
      bodyLimit: 8 * 1024 * 1024,
      bodyReason: 'A text of a million characters',
      reads: true,
      body: z.strictObject({
        text: z.string().max(tokenizeLimit, `must have at most ${tokenizeLimit} UTF-16 units; send it in parts`),
        unit: z.enum(tokenUnits).default('word'),
        locale: z
          .string()
          .max(35)
          .refine(isLocale, 'must be a language tag like en or zh-Hant')
          .optional()
          .describe('The language of the text; that of the server when absent'),
      }),
      reply: z.object({
        tokens: z
          .array(z.tuple([z.int(), z.int()]))
          .describe('Start and end of each token in UTF-16 units, without white space around it'),
        kinds: z.array(z.enum([...tokenUnits, 'mark'])).describe('What each token is; mark for what is between words'),
      }),
    },
  },
});
