import { expect, it } from 'vitest';
import { commentChanges } from './comment-changes.ts';

const thread = (id: string, resolved: boolean, ...texts: readonly string[]) => ({
  id,
  resolved,
  correspondence: texts.map(text => ({ text, email: 'a@b.test', role: 'QA' })),
});

it('should name what became of each thread, and leave out those that stay', () => {
  const before = [
    thread('same', false, 'a'),
    thread('done', false, 'b'),
    thread('again', true, 'c'),
    thread('gone', false, 'd'),
  ];
  const after = [
    thread('same', false, 'a'),
    thread('done', true, 'b', 'fixed'),
    thread('again', false, 'c'),
    thread('new', true, 'e'),
  ];
  expect(commentChanges(before, after)).toEqual([
    { change: 'replied', id: 'done', text: 'fixed' },
    { change: 'resolved', id: 'done', text: 'fixed' },
    { change: 'reopened', id: 'again', text: 'c' },
    { change: 'added', id: 'new', text: 'e' },
    { change: 'resolved', id: 'new', text: 'e' },
    { change: 'deleted', id: 'gone', text: 'd' },
  ]);
});

it('should take documents without comments, or none, as having none', () => {
  expect(commentChanges(undefined, null)).toEqual([]);
  expect(commentChanges(null, [thread('x', false, 'hello')])).toEqual([{ change: 'added', id: 'x', text: 'hello' }]);
});
