import { boxRing } from '../exchange/coordinates.ts';
import type { CocoRle } from './coco-rle.ts';

/** An image as a COCO file lists it. */
export interface CocoImage {
  readonly id: number;
  readonly file_name: string;
  /** Pixels; 0 when not known. */
  readonly width: number;
  readonly height: number;
  readonly [field: string]: unknown;
}

/** A label; with `keypoints` one of the keypoint task. `skeleton` pairs count keypoints from 1. */
export interface CocoCategory {
  readonly id: number;
  readonly name: string;
  readonly supercategory: string;
  readonly keypoints?: readonly string[];
  readonly skeleton?: readonly (readonly [number, number])[];
}

/** Our type of a shape that a reader of plain COCO would take for another one. */
export type CocoShape = 'bbox' | 'rbbox' | 'polygon';

export interface CocoAnnotation {
  readonly id: number;
  readonly image_id: number;
  readonly category_id: number;
  readonly segmentation?: readonly (readonly number[])[] | CocoRle;
  readonly area: number;
  /** x, y, width, height in pixels. */
  readonly bbox: readonly [number, number, number, number];
  readonly iscrowd: 0 | 1;
  /** 0..1, of predictions. */
  readonly score?: number;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly keypoints?: readonly number[];
  readonly num_keypoints?: number;
  readonly shape?: CocoShape;
  readonly [field: string]: unknown;
}

/** Fields of an annotation that have a place of their own with us; others are kept under `source`. */
export const knownAnnotationFields: ReadonlySet<string> = new Set([
  'id',
  'image_id',
  'category_id',
  'segmentation',
  'area',
  'bbox',
  'iscrowd',
  'score',
  'attributes',
  'keypoints',
  'num_keypoints',
  'shape',
]);

/** Fields of an image that have a place of their own with us. */
export const knownImageFields: ReadonlySet<string> = new Set(['id', 'file_name', 'width', 'height']);

/**
 * The type a shape with this outline is read as: a ring that is its own upright bounding box in our order of corners
 * is a box, four corners with a rotation are a rotated box, all else is a polygon.
 */
export function shapeOfRing(ring: readonly number[], rotation: unknown): CocoShape {
  if (ring.length !== 8) return 'polygon';
  if (typeof rotation === 'number' && rotation !== 0) return 'rbbox';
  const box = boxRing(ring[0]!, ring[1]!, ring[4]!, ring[5]!);
  return ring[0]! <= ring[4]! && ring[1]! <= ring[5]! && box.every((value, at) => Math.abs(value - ring[at]!) < 0.005)
    ? 'bbox'
    : 'polygon';
}
