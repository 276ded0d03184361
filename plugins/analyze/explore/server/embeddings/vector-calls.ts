import { mapPoints } from './map-points.ts';
import { contradicted, diversePick, oddness } from './neighbours.ts';
import type { TagTable } from './tag-search.ts';
import { bestByTags } from './tag-search.ts';
import type { Nearest, VectorTable } from './vector-search.ts';
import { nearest } from './vector-search.ts';

/** Work on vectors that takes long enough to have a thread of its own. Tables lie in shared memory. */
export type VectorCall =
  | {
      readonly kind: 'nearest';
      readonly table: VectorTable;
      readonly query: Int8Array;
      readonly count: number;
      readonly allowed: Uint8Array | undefined;
    }
  | {
      readonly kind: 'tags';
      readonly table: TagTable;
      readonly scores: Float32Array;
      readonly count: number;
      readonly allowed: Uint8Array;
    }
  | { readonly kind: 'map'; readonly table: VectorTable; readonly places: Int32Array }
  | {
      readonly kind: 'contradicted';
      readonly table: VectorTable;
      readonly places: Int32Array;
      readonly classes: Int32Array;
      readonly asked: Int32Array;
    }
  | { readonly kind: 'oddness'; readonly table: VectorTable; readonly places: Int32Array; readonly asked: Int32Array }
  | { readonly kind: 'diverse'; readonly table: VectorTable; readonly places: Int32Array; readonly count: number };

/**
 * Answers of the calls: neighbours, two coordinates for each place, a share for each place that was asked about, or
 * places.
 */
export interface VectorAnswers {
  readonly nearest: Nearest;
  readonly tags: Nearest;
  readonly map: Float32Array;
  readonly contradicted: Float64Array;
  readonly oddness: Float64Array;
  readonly diverse: Int32Array;
}

/** Runs one call. */
export function runVectorCall(call: VectorCall): VectorAnswers[VectorCall['kind']] {
  switch (call.kind) {
    case 'nearest':
      return nearest(call.table, call.query, call.count, call.allowed);
    case 'tags':
      return bestByTags(call.table, call.scores, call.count, call.allowed);
    case 'map':
      return mapPoints(call.table, call.places);
    case 'contradicted':
      return contradicted(call.table, call.places, call.classes, call.asked);
    case 'oddness':
      return oddness(call.table, call.places, call.asked);
    case 'diverse':
      return diversePick(call.table, call.places, call.count);
  }
}
