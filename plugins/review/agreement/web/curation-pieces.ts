import type { AnnotationDocument, Patch } from '#plugins/annotate/annotations/common/index.ts';
import { applyPatches, insertInstance } from '#plugins/annotate/annotations/common/index.ts';
import type { LabelRaster } from '#plugins/annotate/annotations/common/raster/index.ts';
import type { ItemVersion } from '#plugins/review/review/common/index.ts';
import type { ListedPiece } from '../common/api.ts';
import type { PieceThings, Taken } from '../common/curation-edits.ts';
import { takePiece } from '../common/curation-edits.ts';

/** A piece with its instances, and the part of it that is in the item. */
export interface CurationPiece {
  readonly piece: ListedPiece;
  /** By the order of the copies. */
  readonly things: PieceThings;
  readonly taken: Taken;
}

/** Returns the edits that insert pieces which the item has not yet. Spans come before the links between them. */
export function insertAll(
  agreed: readonly CurationPiece[],
  versions: readonly (ItemVersion | undefined)[],
  now: ItemVersion,
  ends: ReadonlyMap<string, CurationPiece>,
): { readonly patches: readonly Patch[]; readonly count: number } {
  const taken = new Set(agreed.filter(each => !isLink(each)));
  const patches = [...taken].map(({ things, piece }) => insertInstance(things[piece.best]!));
  for (const found of agreed.filter(isLink)) {
    const { best } = found.piece;
    const endOf = (id: string): string | undefined => {
      const end = ends.get(`${best} ${id}`);
      if (end === undefined) return undefined;
      return taken.has(end) ? end.things[end.piece.best]!.id : end.taken.kind === 'nothing' ? undefined : end.taken.id;
    };
    patches.push(...(takePiece(found.things, best, versions[best]!, now, endOf) ?? []));
  }
  return { patches, count: patches.length };
}

/** Returns the edits that paint pieces one after the other, because paint goes over paint. The mask is changed. */
export function paintAll(
  agreed: readonly CurationPiece[],
  versions: readonly (ItemVersion | undefined)[],
  document: AnnotationDocument,
  mask: LabelRaster,
): { readonly patches: readonly Patch[]; readonly count: number } {
  const all: Patch[] = [];
  let now: ItemVersion = { document, mask };
  for (const {
    things,
    piece: { best },
  } of agreed) {
    const patches = takePiece(things, best, versions[best]!, now, () => undefined) ?? [];
    all.push(...patches);
    now = {
      document: applyPatches(
        now.document,
        patches.filter(each => each.collection !== 'raster'),
      ),
      mask,
    };
    for (const { collection, id, after } of patches) if (collection === 'raster') mask.write(id, String(after ?? ''));
  }
  return { patches: all, count: agreed.length };
}

const isLink = ({ things }: CurationPiece): boolean => things.some(each => each?.type === 'relationship');
