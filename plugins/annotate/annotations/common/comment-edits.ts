import type { Author, Comment, Instance } from './document.ts';
import type { Patch } from './edits.ts';
import type { Rectangle } from './geometry/rectangle.ts';
import { newId } from './new-id.ts';

/** Longest text of one message, in characters. */
export const messageLimit = 2000;

/** A pin on a picture, in its pixels, or in a scan, in metres. */
export interface PinPlace {
  readonly x: number;
  readonly y: number;
  readonly z?: number;
}

/** A range of a text, in code points. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A page of a document, counted from 1. */
export interface PagePlace {
  readonly page: number;
}

/** A component of a form by its path, or a range of its text in code points. */
export interface ElementPlace extends Partial<TextRange> {
  readonly element_path: readonly (string | number)[];
}

/** Place of a thread's pin, and the object it is about, which it then follows. */
export type ThreadPlace = (PinPlace | TextRange | PagePlace | ElementPlace) & { readonly instanceId?: string };

/** The fields of a stored thread that say where it is. */
export type ThreadLocation = Pick<Comment, 'instanceId' | 'x' | 'y' | 'z' | 'start' | 'end' | 'page' | 'element_path'>;

/** The place of a thread about an object: its range in a text, or the middle of the area it covers. */
export function placeAbout({ id, start, end }: Instance, area: Rectangle | undefined): ThreadPlace {
  if (typeof start === 'number' && typeof end === 'number') return { start, end, instanceId: id };
  return {
    x: area === undefined ? 0 : (area.minX + area.maxX) / 2,
    y: area === undefined ? 0 : (area.minY + area.maxY) / 2,
    instanceId: id,
  };
}

/** A new thread at a place of the item; without a place it is about the whole item. */
export function startThread(text: string, place: ThreadPlace | undefined, by: Author, now: Date = new Date()): Patch {
  const at = now.toISOString();
  const id = newId();
  const pinned =
    place === undefined
      ? {}
      : 'x' in place
        ? { ...place, x: Math.round(place.x * 100) / 100, y: Math.round(place.y * 100) / 100 }
        : place;
  return {
    collection: 'comments',
    id,
    after: {
      id,
      ...pinned,
      resolved: false,
      correspondence: [{ text, ...by, createdAt: at }],
      creationType: 'Manual',
      createdAt: at,
      createdBy: by,
      updatedAt: at,
      updatedBy: by,
    },
  };
}

export function reply(thread: Comment, text: string, by: Author, now: Date = new Date()): Patch {
  const at = now.toISOString();
  return change(
    thread,
    { ...thread, correspondence: [...thread.correspondence, { text, ...by, createdAt: at }] },
    by,
    at,
  );
}

export function setResolved(thread: Comment, resolved: boolean, by: Author, now: Date = new Date()): Patch {
  return change(thread, { ...thread, resolved }, by, now.toISOString());
}

/** Deletes one message; without its first message the thread goes. */
export function deleteMessage(thread: Comment, place: number, by: Author, now: Date = new Date()): Patch {
  if (place === 0) return { collection: 'comments', id: thread.id, before: thread };
  return change(
    thread,
    { ...thread, correspondence: thread.correspondence.filter((_, at) => at !== place) },
    by,
    now.toISOString(),
  );
}

const change = (before: Comment, after: Comment, by: Author, at: string): Patch => ({
  collection: 'comments',
  id: before.id,
  before,
  after: { ...after, updatedAt: at, updatedBy: by },
});
