import type { Author, Comment } from './document.ts';
import type { Patch } from './edits.ts';
import { newId } from './new-id.ts';

/** Longest text of one message, in characters (roles-permissions 7). */
export const messageLimit = 2000;

/** Where a thread is pinned: image pixels, and the object it is about, which it then follows. */
export interface ThreadPlace {
  readonly x: number;
  readonly y: number;
  readonly instanceId?: string;
}

/** A new thread at a place of the item; without a place it is about the whole item. */
export function startThread(text: string, place: ThreadPlace | undefined, by: Author, now: Date = new Date()): Patch {
  const at = now.toISOString();
  const id = newId();
  const rounded = place === undefined ? {} : { x: Math.round(place.x * 100) / 100, y: Math.round(place.y * 100) / 100, ...(place.instanceId === undefined ? {} : { instanceId: place.instanceId }) };
  return {
    collection: 'comments',
    id,
    after: { id, ...rounded, resolved: false, correspondence: [{ text, ...by, createdAt: at }], creationType: 'Manual', createdAt: at, createdBy: by, updatedAt: at, updatedBy: by },
  };
}

export function reply(thread: Comment, text: string, by: Author, now: Date = new Date()): Patch {
  const at = now.toISOString();
  return change(thread, { ...thread, correspondence: [...thread.correspondence, { text, ...by, createdAt: at }] }, by, at);
}

export function setResolved(thread: Comment, resolved: boolean, by: Author, now: Date = new Date()): Patch {
  return change(thread, { ...thread, resolved }, by, now.toISOString());
}

/** Deletes one message; without its first message the thread goes (roles-permissions 7). */
export function deleteMessage(thread: Comment, place: number, by: Author, now: Date = new Date()): Patch {
  if (place === 0) return { collection: 'comments', id: thread.id, before: thread };
  return change(thread, { ...thread, correspondence: thread.correspondence.filter((_, at) => at !== place) }, by, now.toISOString());
}

const change = (before: Comment, after: Comment, by: Author, at: string): Patch => ({ collection: 'comments', id: before.id, before, after: { ...after, updatedAt: at, updatedBy: by } });
