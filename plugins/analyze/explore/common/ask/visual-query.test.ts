import { expect, it } from 'vitest';
import { emptySchema } from '../query/query-schema.ts';
import { translate } from './translate.ts';
import { visualQuery } from './visual-query.ts';

const schema = emptySchema('me@x.io', new Date(0));

it('should offer to look for unknown words in pictures only where a model can', () => {
  const answer = translate('photos of snow', schema);
  expect(visualQuery(answer, { wordsReason: undefined })).toBe('semantic("snow")');
  expect(visualQuery(answer, { wordsReason: 'No model is installed.' })).toBe(answer.query);
  const pinned = translate('pinned photos of snow', schema);
  expect(visualQuery(pinned, { wordsReason: undefined })).toMatch(/ AND semantic\("snow"\)$/);
});
