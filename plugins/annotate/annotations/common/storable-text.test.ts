import { expect, it } from 'vitest';
import { allAtOnce } from '#core/base/common/index.ts';
import { findingUnstorable } from './storable-text.ts';

const found = (document: unknown, json = JSON.stringify(document)): readonly string[] =>
  allAtOnce(findingUnstorable(document, json)).map(issue => issue.path);

it('should name each text and field that the database cannot hold', () => {
  const document = {
    metadata: { name: 'a\0.jpg', 'odd\ud800': 'no matter' },
    instances: [{ id: 'a' }, { id: 'b', attributes: [{ name: 'half \udc00' }, { name: '𝄞' }] }],
    tags: ['good', 'bad\0'],
    'lists\0': ['not looked at \0'],
  };
  expect(found(document)).toEqual([
    'metadata.name',
    'metadata.odd\ud800',
    'instances[1].attributes[0].name',
    'tags[1]',
    'lists\0',
  ]);
  expect(found('a\0')).toEqual(['']);
  expect(found({ instances: [{ name: 'C:\\u0000' }] })).toEqual([]);
});

it('should find text on the border of two steps, in several steps', () => {
  const MEBIBYTE = 1024 * 1024;
  for (let before = MEBIBYTE - 24; before < MEBIBYTE; before++) {
    const document = { tags: ['x'.repeat(before), '\0'] };
    expect(found(document)).toEqual(['tags[1]']);
  }
  const steps = findingUnstorable({}, ' '.repeat(3 * MEBIBYTE));
  let count = 0;
  while (steps.next().done !== true) count += 1;
  expect(count).toBe(3);
});
