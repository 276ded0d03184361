import type { Instance, Patch } from '#plugins/annotate/annotations/common/index.ts';
import type { ItemVersion } from '#plugins/review/review/common/index.ts';
import { changesOf, paintCompared, restoreOne } from '#plugins/review/review/common/index.ts';
import type { ListedPiece } from './api.ts';

/** Taken part of a piece in the annotations of the item: nothing, what one person made, or what was changed since. */
export type Taken =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'person'; readonly person: number; readonly id: string }
  | { readonly kind: 'changed'; readonly id: string };

/** The things of a piece, in the order of the people; undefined of who has none. */
export type PieceThings = readonly (Instance | undefined)[];

/**
 * The object of the item that a piece has become: one with the id of a thing of it. Answers of forms have their place
 * as id, the same for all.
 */
function currentInstance(things: PieceThings, instances: ReadonlyMap<string, Instance>): Instance | undefined {
  for (const thing of things) {
    const same = thing === undefined ? undefined : instances.get(thing.id);
    if (same !== undefined) return same;
  }
  return undefined;
}

/**
 * Returns the taken part of a piece. `versions` are the people's copies by the same order, with their masks where there
 * are any.
 */
export function takenOf(
  things: PieceThings,
  versions: readonly (ItemVersion | undefined)[],
  now: ItemVersion,
  instances: ReadonlyMap<string, Instance>,
): Taken {
  const current = currentInstance(things, instances);
  if (current === undefined) return { kind: 'nothing' };
  const person = things.findIndex((thing, at) => thing !== undefined && isSame(thing, versions[at], current, now));
  return person < 0 ? { kind: 'changed', id: current.id } : { kind: 'person', person, id: current.id };
}

function isSame(thing: Instance, version: ItemVersion | undefined, current: Instance, now: ItemVersion): boolean {
  const paint =
    version?.mask === undefined || now.mask === undefined ? undefined : paintCompared(version.mask, now.mask);
  return changesOf(thing, current, paint).every(change => change === 'approval');
}

/**
 * The patches that make a piece in the item equal to one person's, in place of the present one. Links lead to what
 * their ends have become.
 * @param endOf the object of the item that a thing of that person's copy has become; undefined while it was not taken
 * @returns undefined for a link of which an end was not taken
 */
export function takePiece(
  things: PieceThings,
  person: number,
  version: ItemVersion,
  now: ItemVersion,
  endOf: (id: string) => string | undefined,
): readonly Patch[] | undefined {
  const instances = new Map(now.document.instances.map(each => [each.id, each]));
  const thing = linked(things[person]!, endOf);
  if (thing === undefined) return undefined;
  const id = currentInstance(things, instances)?.id ?? thing.id;
  return restoreOne({ id, kind: 'changed', changes: [], before: thing }, version, now);
}

/** The patches that take a piece out of the item again. */
export function leavePiece(things: PieceThings, now: ItemVersion): readonly Patch[] {
  const current = currentInstance(things, new Map(now.document.instances.map(each => [each.id, each])));
  return current === undefined
    ? []
    : restoreOne({ id: current.id, kind: 'added', changes: [], after: current }, now, now);
}

function linked(thing: Instance, endOf: (id: string) => string | undefined): Instance | undefined {
  if (thing.type !== 'relationship') return thing;
  const [from, to] = [endOf(String(thing['from'])), endOf(String(thing['to']))];
  return from === undefined || to === undefined ? undefined : { ...thing, from, to };
}

/** Filter of the pieces in a list. */
export type PieceFilter = 'all' | 'open' | 'disputed';

/** A piece is disputed when somebody lacks it, or the things are not alike enough. */
export const isDisputed = ({ things, likeness }: ListedPiece, works: number, enough: number): boolean =>
  things.filter(each => each !== null).length < works || likeness < enough;
