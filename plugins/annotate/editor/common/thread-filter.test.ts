import { describe, expect, it } from 'vitest';
import type { Comment } from '#plugins/annotate/annotations/common/index.ts';
import { isUnread, threadsOf } from './thread-filter.ts';

const ME = 'ann@example.com';
const thread = (id: string, resolved: boolean, ...authors: readonly string[]): Comment => ({
  id,
  resolved,
  correspondence: authors.map(email => ({ text: 'words', email })),
});
const threads = [
  thread('mine', false, ME),
  thread('theirs', false, 'quinn@example.com'),
  thread('answered', true, ME, 'quinn@example.com'),
];
const ids = (found: readonly Comment[]): readonly string[] => found.map(each => each.id);

describe('threads', () => {
  it('should be unread as long as somebody else’s message was not seen', () => {
    expect(threads.map(each => isUnread(each, {}, ME))).toEqual([false, true, true]);
    expect(isUnread(threads[2]!, { answered: 1 }, ME)).toBe(true);
    expect(isUnread(threads[2]!, { answered: 2 }, ME)).toBe(false);
  });

  it('should be filtered, with the one in hand kept', () => {
    expect(ids(threadsOf(threads, 'open', {}, ME))).toEqual(['mine', 'theirs']);
    expect(ids(threadsOf(threads, 'resolved', {}, ME))).toEqual(['answered']);
    expect(ids(threadsOf(threads, 'unread', { theirs: 1 }, ME))).toEqual(['answered']);
    expect(ids(threadsOf(threads, 'open', {}, ME, 'answered'))).toEqual(['mine', 'theirs', 'answered']);
    expect(threadsOf(threads, 'all', {}, ME)).toHaveLength(3);
  });
});
