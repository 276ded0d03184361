import type { DrawnShape } from '../drawn-shape.ts';

/** A public-domain photograph of the stdlib datasets with shapes drawn on it by hand. */
export interface Photograph {
  /** npm package that holds `data/image.jpg`. */
  readonly package: string;
  /** First part of the names of its items. */
  readonly name: string;
  /** Folder its items go to. */
  readonly folder: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Number of items made of it: the picture itself and parts of it. */
  readonly items: number;
  /** Values that describe the entire picture: answers of the tag class `Scene`. */
  readonly scene: Readonly<Record<string, string>>;
  readonly shapes: readonly DrawnShape[];
}
