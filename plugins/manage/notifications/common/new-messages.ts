import type { Comment } from '#plugins/annotate/annotations/common/index.ts';
import { messageKey } from '#plugins/annotate/annotations/common/index.ts';

/** A message that somebody added to a thread. */
export interface NewMessage {
  readonly text: string;
  /** E-mails of those who wrote in the thread before, each once. */
  readonly thread: readonly string[];
}

/**
 * Returns the messages of an author that are in the comments of a document and were not in those of the version before.
 */
export function newMessages(
  before: readonly Pick<Comment, 'correspondence'>[],
  after: readonly Pick<Comment, 'correspondence'>[],
  author: string,
): readonly NewMessage[] {
  const known = new Set(before.flatMap(each => each.correspondence).map(messageKey));
  return after.flatMap(({ correspondence }) =>
    correspondence.flatMap((message, at) =>
      message.email !== author || known.has(messageKey(message))
        ? []
        : [{ text: message.text, thread: [...new Set(correspondence.slice(0, at).map(each => each.email))] }],
    ),
  );
}
