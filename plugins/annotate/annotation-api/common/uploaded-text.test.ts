import { describe, expect, it } from 'vitest';
import { namedDocument, UnreadableDocument } from './uploaded-text.ts';

describe('an uploaded document', () => {
  it.each([
    undefined,
    null,
    5,
    'text',
    [],
    {},
    { metadata: null },
    { metadata: [] },
    { metadata: {} },
    { metadata: { name: 5 } },
  ])('is none without a name: %j', json => {
    expect(() => namedDocument(json)).toThrow(UnreadableDocument);
  });

  it('has a name, or is the list of an old export', () => {
    expect(namedDocument({ metadata: { name: 'a' } })).toEqual({ metadata: { name: 'a' } });
    expect(namedDocument([{ type: 'meta' }])).toEqual([{ type: 'meta' }]);
  });
});
