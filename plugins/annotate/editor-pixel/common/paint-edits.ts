import type { Author, Instance, Patch } from '#plugins/annotate/annotations/common/index.ts';
import { insertInstance, replaceInstance } from '#plugins/annotate/annotations/common/index.ts';
import type { LabelRaster, RasterChange } from '#plugins/annotate/annotations/common/raster/index.ts';
import {
  freePartColor,
  parsePartColor,
  partColors,
  partColorText,
} from '#plugins/annotate/annotations/common/raster/index.ts';

/** A colour that no pixel and no instance has. @throws RangeError when all are taken. */
export function freeColor(raster: LabelRaster, instances: readonly Instance[]): number {
  const color = freePartColor([
    ...raster.colors.filter((_, slot) => slot !== 0 && raster.countOf(slot) > 0),
    ...instances.flatMap(partColors),
  ]);
  if (color === undefined) throw new RangeError('All part colours are taken.');
  return color;
}

/** Final owner of paint. */
export type PaintTarget =
  | { readonly kind: 'new'; readonly make: (colors: readonly number[]) => Instance }
  | { readonly kind: 'existing'; readonly instance: Instance };

/**
 * Ends a change that painted with a slot of its own: paint that touches a part of its instance becomes that part, other
 * paint becomes a part of its own. Parts that lost all their pixels go, and with them instances that had no other.
 *
 * @returns the patches of the whole edit, raster included; none when nothing changed
 */
export function paintPatches(
  change: RasterChange,
  instances: readonly Instance[],
  slot: number,
  target: PaintTarget,
  by: Author,
  now: Date = new Date(),
): readonly Patch[] {
  const { raster } = change;
  if (raster.countOf(slot) === 0) return erasePatches(change, instances, by, now);
  const color = raster.colorOf(slot);
  if (target.kind === 'new') {
    const patches = emptied(raster, instances, by, now);
    return [...patches, insertInstance(target.make([color])), ...change.patches()];
  }
  const joined = neighbour(change, slot, new Set(partColors(target.instance).map(each => raster.slotOf(each))));
  if (joined !== undefined) relabel(change, slot, joined);
  const parts =
    joined === undefined
      ? [...(target.instance['parts'] as readonly object[]), { color: partColorText(color) }]
      : target.instance['parts'];
  const painted = stamped({ ...target.instance, parts }, by, now);
  const changed = instances.map(each => (each.id === painted.id ? painted : each));
  const patches = emptied(raster, changed, by, now);
  const own = patches.some(patch => patch.id === painted.id) ? [] : [replaceInstance(target.instance, painted)];
  const fixed = patches.map(patch => (patch.id === painted.id ? { ...patch, before: target.instance } : patch));
  return [...own, ...fixed, ...change.patches()];
}

/** Ends a change that only took pixels away. `touched` instances are marked as changed by somebody. */
export function erasePatches(
  change: RasterChange,
  instances: readonly Instance[],
  by: Author,
  now: Date = new Date(),
  touched: ReadonlySet<string> = new Set(),
): readonly Patch[] {
  const raster = change.patches();
  if (raster.length === 0) return [];
  const patches = emptied(change.raster, instances, by, now);
  const known = new Set(patches.map(patch => patch.id));
  const marked = instances
    .filter(instance => touched.has(instance.id) && !known.has(instance.id))
    .map(instance => replaceInstance(instance, stamped(instance, by, now)));
  return [...patches, ...marked, ...raster];
}

/** Paints whole parts away that a change has touched (overlap rule `remove`): their slots, as they were before. */
export function removeTouched(change: RasterChange, slot: number, keep: ReadonlySet<number>): void {
  const { raster } = change;
  const touched = new Set<number>();
  const { minX, minY, maxX, maxY } = change.area;
  for (let y = minY; y < maxY; y += 1) {
    for (let x = minX; x < maxX; x += 1) {
      if (raster.labels[y * raster.width + x] !== slot) continue;
      const before = change.before(x, y);
      if (before !== 0 && before !== slot && !keep.has(before)) touched.add(before);
    }
  }
  if (touched.size > 0) clearSlots(change, touched, 0);
}

/** Gives all pixels of some slots another one. */
export function clearSlots(change: RasterChange, slots: ReadonlySet<number>, to: number): void {
  const { raster } = change;
  const paintable = new Uint8Array(raster.slotCount);
  for (const slot of slots) paintable[slot] = 1;
  const area = raster.reachOf(slots);
  for (let y = area.minY; y < area.maxY; y += 1) change.row(y, area.minX, area.maxX, to, paintable);
}

/** The patches that take out parts without a pixel. */
function emptied(raster: LabelRaster, instances: readonly Instance[], by: Author, now: Date): readonly Patch[] {
  return instances.flatMap((instance): readonly Patch[] => {
    const { parts } = instance;
    if (!Array.isArray(parts) || parts.length === 0) return [];
    const left = parts.filter((part: { readonly color?: unknown }) => {
      const color = parsePartColor(part.color);
      return color === undefined || raster.countOf(raster.slotOf(color)) > 0;
    });
    if (left.length === parts.length) return [];
    if (left.length === 0) return [{ collection: 'instances', id: instance.id, before: instance }];
    return [replaceInstance(instance, stamped({ ...instance, parts: left }, by, now))];
  });
}

export function stamped(instance: Instance, by: Author, now: Date = new Date()): Instance {
  return { ...instance, updatedAt: now.toISOString(), updatedBy: by };
}

/** A slot of `others` that touches pixels of `slot` in the changed area, at corners too; the first that is found. */
function neighbour(change: RasterChange, slot: number, others: ReadonlySet<number>): number | undefined {
  const { raster } = change;
  const { labels, width, height } = raster;
  const wanted = new Uint8Array(raster.slotCount);
  let any = false;
  for (const other of others) {
    if (other === slot || raster.countOf(other) === 0) continue;
    wanted[other] = 1;
    any = true;
  }
  if (!any) return undefined;
  const area = change.area;
  for (let y = area.minY; y < area.maxY; y += 1) {
    for (let x = area.minX; x < area.maxX; x += 1) {
      const at = y * width + x;
      if (labels[at] !== slot) continue;
      for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row += 1) {
        for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column += 1) {
          const label = labels[row * width + column]!;
          if (wanted[label] === 1) return label;
        }
      }
    }
  }
  return undefined;
}

function relabel(change: RasterChange, from: number, to: number): void {
  const paintable = new Uint8Array(change.raster.slotCount);
  paintable[from] = 1;
  const area = change.area;
  for (let y = area.minY; y < area.maxY; y += 1) change.row(y, area.minX, area.maxX, to, paintable);
}
