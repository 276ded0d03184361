import { describe, expect, it } from 'vitest';
import { namedDocument, readUploadedJson, UnreadableDocument } from './uploaded-text.ts';

describe('an uploaded text', () => {
  it.each(['', ' \n', '{', '{"a": NaN}', '{"a": Infinity}', "{'a': 1}", '{"__proto__": {}}', '{"a": [{"__proto__" : 1}]}', '{"\\u005f_pr\\u006fto__": {}}'])('is refused when it is %s', text => {
    expect(() => readUploadedJson(text)).toThrow(UnreadableDocument);
  });

  it('may speak of prototypes in its values', () => {
    expect(readUploadedJson('{"a": "__proto__", "b": ["__proto__"]}')).toEqual({ a: '__proto__', b: ['__proto__'] });
  });
});

describe('an uploaded document', () => {
  it.each([undefined, null, 5, 'text', [], {}, { metadata: null }, { metadata: [] }, { metadata: {} }, { metadata: { name: 5 } }])('is none without a name: %j', json => {
    expect(() => namedDocument(json)).toThrow(UnreadableDocument);
  });

  it('has a name, or is the list of an old export', () => {
    expect(namedDocument({ metadata: { name: 'a' } })).toEqual({ metadata: { name: 'a' } });
    expect(namedDocument([{ type: 'meta' }])).toEqual([{ type: 'meta' }]);
  });
});
