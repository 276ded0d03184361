import { isFault, notFound } from '#core/base/common/index.ts';
import type { AnnotationDocument, Author, Comment, Patch } from '#plugins/annotate/annotations/common/index.ts';
import {
  applyToList,
  readDocument,
  reply,
  setResolved,
  startThread,
} from '#plugins/annotate/annotations/common/index.ts';
import type { AppThread } from '#sdk/app/app-data.ts';
import type { OfItem, WorkbenchCalls } from '#sdk/app/workbench.ts';
import { messages as texts } from '../messages.ts';

/** Attempts to repeat a change because somebody else stored something in between. */
const ATTEMPTS = 4;

interface Stored {
  readonly document: AnnotationDocument;
  readonly revision: number;
}

/** Calls that comments need: they are in the document of an item. */
export interface CommentPorts {
  readonly list: (place: OfItem) => Promise<Stored>;
  readonly read: (place: OfItem) => Promise<Stored>;
  /** @throws Fault CONFLICT when another revision than `base` is stored. */
  readonly write: (place: OfItem, document: AnnotationDocument, base: number) => Promise<unknown>;
  readonly author: (place: OfItem) => Promise<Author>;
}

/** The calls of an app about comments. */
export function commentCalls({ list, read, write, author }: CommentPorts): WorkbenchCalls['comments'] {
  /** Stores a change of the threads; when others stored something in between, the change is made to theirs. */
  const change = async (place: OfItem, make: (threads: readonly Comment[], by: Author) => Patch): Promise<Patch> => {
    const by = await author(place);
    for (let attempt = 1; ; attempt++) {
      const { document, revision } = await read(place);
      const whole = readDocument(document);
      const patch = make(whole.comments, by);
      try {
        await write(place, { ...whole, comments: applyToList(whole.comments, [patch]) }, revision);
        return patch;
      } catch (error) {
        if (!isFault(error) || error.code !== 'CONFLICT' || attempt === ATTEMPTS) throw error;
      }
    }
  };
  const threadOf = (threads: readonly Comment[], id: string): Comment => {
    const found = threads.find(each => each.id === id);
    if (found === undefined) throw notFound(texts.commentCalls.theThread);
    return found;
  };
  return {
    list: async place => readDocument((await list(place)).document).comments.map(appThread),
    add: async ({ text, at, ...place }) => (await change(place, (_, by) => startThread(text, at, by))).id,
    reply: async ({ threadId, text, ...place }) =>
      void (await change(place, (threads, by) => reply(threadOf(threads, threadId), text, by))),
    resolve: async ({ threadId, resolved, ...place }) =>
      void (await change(place, (threads, by) => setResolved(threadOf(threads, threadId), resolved, by))),
  };
}

const appThread = ({ id, resolved, instanceId, correspondence }: Comment): AppThread => ({
  id,
  resolved,
  ...(instanceId === undefined ? {} : { instanceId }),
  messages: correspondence.map(each => ({ text: each.text, email: each.email, at: each.createdAt ?? '' })),
});
