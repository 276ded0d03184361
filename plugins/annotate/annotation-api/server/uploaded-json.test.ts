import { expect, it } from 'vitest';
import { UnreadableDocument } from '../common/uploaded-text.ts';
import { readUploadedJson } from './uploaded-json.ts';

it.each([
  '',
  ' \n',
  '{',
  '{"a": NaN}',
  '{"a": Infinity}',
  "{'a': 1}",
  '{"__proto__": {}}',
  '{"a": [{"__proto__" : 1}]}',
  '{"\\u005f_pr\\u006fto__": {}}',
  '['.repeat(100),
])('should refuse an uploaded text such as %.20s', async text => {
  await expect(readUploadedJson(Buffer.from(text))).rejects.toThrow(UnreadableDocument);
});

it('should take a text whose values speak of prototypes', async () => {
  expect(await readUploadedJson(Buffer.from('{"a": "__proto__", "b": ["__proto__"]}'))).toEqual({
    a: '__proto__',
    b: ['__proto__'],
  });
});
