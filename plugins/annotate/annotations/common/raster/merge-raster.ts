import type { AnnotationDocument, Instance } from '../document.ts';
import type { Edit, Patch, PatchValue } from '../edits.ts';
import { isRecord } from '../json-value.ts';
import type { LabelRaster } from './label-raster.ts';
import { freePartColor, parsePartColor, partColorText } from './part-color.ts';
import { readTile, tilePlace, writeTile } from './raster-tile.ts';

/** The part colours of an instance as numbers; none for tags. */
export function partColors(instance: Pick<Instance, 'parts'> | PatchValue | undefined): readonly number[] {
  if (!isRecord(instance) || !Array.isArray(instance['parts'])) return [];
  return instance['parts'].flatMap((part: unknown) => (isRecord(part) ? (parsePartColor(part['color']) ?? []) : []));
}

/**
 * My unsaved edits with other colours for parts whose colour somebody else has given to another instance meanwhile: two
 * people who begin on the same mask both take the next free colour.
 */
export function withFreshColors(edits: readonly Edit[], theirs: AnnotationDocument): readonly Edit[] {
  const owners = new Map(
    theirs.instances.flatMap(instance => partColors(instance).map(color => [color, instance.id] as const)),
  );
  const mine = edits.flatMap(edit => edit.patches).filter(patch => patch.collection === 'instances');
  // What an entry held before I touched it is not mine to rename.
  const known = new Set<number>();
  const seen = new Set<string>();
  for (const { id, before } of mine) {
    if (!seen.has(id)) for (const color of partColors(before)) known.add(color);
    seen.add(id);
  }
  const used = new Set([
    ...owners.keys(),
    ...mine.flatMap(patch => [...partColors(patch.before), ...partColors(patch.after)]),
  ]);
  const renamed = new Map<number, number>();
  for (const { id, after } of mine) {
    for (const color of partColors(after)) {
      const owner = owners.get(color);
      if (owner === undefined || owner === id || known.has(color) || renamed.has(color)) continue;
      const free = freePartColor(used);
      if (free === undefined) continue;
      used.add(free);
      renamed.set(color, free);
    }
  }
  return renamed.size === 0
    ? edits
    : edits.map(edit => ({ ...edit, patches: edit.patches.map(patch => renamedPatch(patch, renamed)) }));
}

/**
 * The tiles of a mask that somebody else stored, with my unsaved changes on it: a pixel that I changed is as I left it,
 * all others are theirs. `theirs` stays as it is.
 *
 * @returns the tiles that differ from theirs, `before` as they are there
 */
export function mergedTiles(edits: readonly Edit[], theirs: LabelRaster): readonly Patch[] {
  const chains = new Map<string, { readonly first: string; last: string }>();
  for (const { collection, id, before, after } of edits.flatMap(edit => edit.patches)) {
    if (collection !== 'raster') continue;
    const chain = chains.get(id);
    if (chain === undefined) chains.set(id, { first: String(before ?? ''), last: String(after ?? '') });
    else chain.last = String(after ?? '');
  }
  return [...chains].flatMap(([id, { first, last }]) => {
    const place = tilePlace(id);
    if (place === undefined || place.column >= theirs.columns || place.row >= theirs.rows) return [];
    const { width, height } = theirs.areaOf(place.column, place.row);
    const now = theirs.tile(place.column, place.row);
    const pixels = width * height;
    const [was, mine, their] = [pixelsOf(first, pixels), pixelsOf(last, pixels), pixelsOf(now, pixels)];
    for (let at = 0; at < pixels; at += 1) if (was[at] !== mine[at]) their[at] = mine[at]!;
    const after = writePixels(their);
    return after === now ? [] : [{ collection: 'raster' as const, id, before: now, after }];
  });
}

/**
 * A document that fits its mask: a colour belongs to its first owner, colours without a pixel go, and with them
 * instances that had no other.
 *
 * @param pixelsOfColor how many pixels of the mask have a colour
 */
export function fittedInstances(
  instances: readonly Instance[],
  pixelsOfColor: (color: number) => number,
): readonly Instance[] {
  const taken = new Set<number>();
  return instances.flatMap(instance => {
    if (!Array.isArray(instance['parts'])) return [instance];
    const parts = (instance['parts'] as readonly unknown[]).filter(part => {
      const color = isRecord(part) ? parsePartColor(part['color']) : undefined;
      if (color === undefined || taken.has(color) || pixelsOfColor(color) === 0) return false;
      taken.add(color);
      return true;
    });
    if (parts.length === 0) return [];
    return [parts.length === instance['parts'].length ? instance : { ...instance, parts }];
  });
}

function renamedPatch(patch: Patch, renamed: ReadonlyMap<number, number>): Patch {
  const value = (one: PatchValue | undefined): PatchValue | undefined => {
    if (patch.collection === 'raster') return typeof one === 'string' ? renamedTile(one, renamed) : one;
    if (patch.collection !== 'instances' || !isRecord(one) || !Array.isArray(one['parts'])) return one;
    return {
      ...one,
      parts: one['parts'].map((part: unknown) => {
        const color = isRecord(part) ? parsePartColor(part['color']) : undefined;
        const other = color === undefined ? undefined : renamed.get(color);
        return other === undefined ? part : { ...(part as object), color: partColorText(other) };
      }),
    };
  };
  const { before, after, ...rest } = patch;
  return {
    ...rest,
    ...(before === undefined ? {} : { before: value(before)! }),
    ...(after === undefined ? {} : { after: value(after)! }),
  };
}

function renamedTile(text: string, renamed: ReadonlyMap<number, number>): string {
  if (text === '') return text;
  const { colors, lengths } = readTile(text, undefined);
  return writeTile({ colors: colors.map(color => renamed.get(color) ?? color), lengths });
}

function pixelsOf(text: string, pixels: number): Uint32Array {
  const out = new Uint32Array(pixels);
  const { colors, lengths } = readTile(text, pixels);
  let at = 0;
  colors.forEach((color, run) => {
    out.fill(color, at, at + lengths[run]!);
    at += lengths[run]!;
  });
  return out;
}

function writePixels(pixels: Uint32Array): string {
  const colors: number[] = [];
  const lengths: number[] = [];
  for (const color of pixels) {
    if (colors.at(-1) === color) lengths[lengths.length - 1]! += 1;
    else {
      colors.push(color);
      lengths.push(1);
    }
  }
  return writeTile({ colors, lengths });
}
