import type { Comment } from '#plugins/annotate/annotations/common/index.ts';

/** Filter of threads. */
export type ThreadFilter = 'open' | 'unread' | 'resolved' | 'all';

/** Number of read messages of each thread, by its id. */
export type SeenMessages = Readonly<Record<string, number>>;

/** Somebody else has written what the person has not seen. */
export function isUnread(thread: Comment, seen: SeenMessages, email: string): boolean {
  return thread.correspondence.slice(seen[thread.id] ?? 0).some(message => message.email !== email);
}

/**
 * The threads of a filter; `kept` stays in sight although it fits no more, so that what one has just answered or
 * resolved does not vanish.
 */
export function threadsOf(
  threads: readonly Comment[],
  filter: ThreadFilter,
  seen: SeenMessages,
  email: string,
  kept?: string,
): readonly Comment[] {
  return threads.filter(
    each =>
      each.id === kept ||
      filter === 'all' ||
      (filter === 'unread' ? isUnread(each, seen, email) : each.resolved === (filter === 'resolved')),
  );
}
