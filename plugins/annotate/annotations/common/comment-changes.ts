import { recordsOf } from './json-value.ts';

/** Kinds of changes of a thread of comments. */
export const commentChangeKinds = ['added', 'replied', 'resolved', 'reopened', 'deleted'] as const;
export type CommentChangeKind = (typeof commentChangeKinds)[number];

/** A change of one thread. */
export interface CommentChange {
  readonly change: CommentChangeKind;
  /** Id of the thread. */
  readonly id: string;
  /** Its newest message that the change is about; empty where it has none. */
  readonly text: string;
}

/** Returns how threads differ between two versions of stored comments, in the order of the newer one. */
export function commentChanges(before: unknown, after: unknown): readonly CommentChange[] {
  const [old, now] = [threadsOf(before), threadsOf(after)];
  const changes: CommentChange[] = [];
  for (const [id, { messages, resolved }] of now) {
    const former = old.get(id);
    const of = { id, text: messages.at(-1) ?? '' };
    if (former === undefined) changes.push({ change: 'added', ...of });
    else if (messages.length > former.messages.length) changes.push({ change: 'replied', ...of });
    if (resolved !== (former?.resolved ?? false)) changes.push({ change: resolved ? 'resolved' : 'reopened', ...of });
  }
  for (const [id, { messages }] of old)
    if (!now.has(id)) changes.push({ change: 'deleted', id, text: messages.at(-1) ?? '' });
  return changes;
}

interface Thread {
  readonly messages: readonly string[];
  readonly resolved: boolean;
}

const threadsOf = (comments: unknown): ReadonlyMap<string, Thread> =>
  new Map(
    recordsOf(comments).map(each => [
      String(each['id']),
      {
        messages: recordsOf(each['correspondence']).map(message => String(message['text'] ?? '')),
        resolved: each['resolved'] === true,
      },
    ]),
  );
