import type { Steps } from '#core/base/common/index.ts';
import type { DocumentIssue, JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { errorAt, isRecord } from '#plugins/annotate/annotations/common/index.ts';
import type { VectorCheckOptions } from '#plugins/annotate/editor-vector/common/index.ts';
import { vectorChecks } from '#plugins/annotate/editor-vector/common/index.ts';
import { isInvertible, levelCount, tileSizes } from '#plugins/annotate/tiles/common/index.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

const isWhole = (value: unknown, min: number, max: number = Infinity): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max;

const isSet = (value: unknown): boolean => value !== undefined && value !== null;

function sizeOf(metadata: JsonRecord, media: Size | undefined): Size | undefined {
  if (media !== undefined) return media;
  const { width, height } = metadata;
  return isWhole(width, 1) && isWhole(height, 1) ? { width, height } : undefined;
}

function sizeErrors(metadata: JsonRecord, media: Size | undefined): DocumentIssue[] {
  return (['width', 'height'] as const).flatMap(side => {
    const value = metadata[side];
    if (isWhole(value, 1) || (!isSet(value) && media !== undefined)) return [];
    return [
      errorAt(`metadata.${side}`, isSet(value) ? `${side} must be a whole number of pixels` : `${side} is missing`),
    ];
  });
}

function tilingErrors(tiling: unknown, size: Size | undefined): DocumentIssue[] {
  if (!isRecord(tiling)) return isSet(tiling) ? [errorAt('metadata.tiling', 'tiling must be an object')] : [];
  const { tileSize = 512, overlap = 0, levels } = tiling;
  const found: DocumentIssue[] = [];
  if (!isWhole(tileSize, tileSizes.min, tileSizes.max))
    found.push(errorAt('metadata.tiling.tileSize', `tileSize must be from ${tileSizes.min} to ${tileSizes.max}`));
  if (!isWhole(overlap, 0)) found.push(errorAt('metadata.tiling.overlap', 'overlap must be 0 or more'));
  if (isSet(levels) && !isWhole(levels, 1)) found.push(errorAt('metadata.tiling.levels', 'levels must be 1 or more'));
  if (
    size !== undefined &&
    isWhole(tileSize, tileSizes.min, tileSizes.max) &&
    isWhole(levels, 1) &&
    levels < levelCount(size.width, size.height, tileSize)
  )
    found.push(errorAt('metadata.tiling.levels', `${levels} levels do not reach one tile`));
  return found;
}

function georeferenceErrors(georeference: unknown): DocumentIssue[] {
  if (!isSet(georeference)) return [];
  const path = 'metadata.georeference';
  if (!isRecord(georeference)) return [errorAt(path, 'georeference must be an object')];
  const { transform } = georeference;
  if (!isSet(transform)) return [];
  if (
    !Array.isArray(transform) ||
    transform.length !== 6 ||
    !transform.every(each => typeof each === 'number' && Number.isFinite(each))
  )
    return [errorAt(`${path}.transform`, 'transform must be six finite numbers')];
  return isInvertible(transform as number[]) ? [] : [errorAt(`${path}.transform`, 'transform cannot be inverted')];
}

/** Checks a tiled document: as a vector one, and the size, the tiling and the georeference of its image. */
export function* tiledChecks(document: unknown, options: VectorCheckOptions): Steps<readonly DocumentIssue[]> {
  const found = yield* vectorChecks(document, options);
  if (!isRecord(document) || !isRecord(document['metadata'])) return found;
  const { metadata } = document;
  const own = [
    ...sizeErrors(metadata, options.media),
    ...tilingErrors(metadata['tiling'], sizeOf(metadata, options.media)),
    ...georeferenceErrors(metadata['georeference']),
  ];
  // A path that the common schema refuses is reported once.
  const reported = new Set(found.filter(issue => issue.severity === 'error').map(issue => issue.path));
  return [...found, ...own.filter(issue => !reported.has(issue.path))];
}
