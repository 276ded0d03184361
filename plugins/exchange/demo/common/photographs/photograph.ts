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
  /** How many items are made of it: the picture itself and parts of it. */
  readonly items: number;
  /** What the picture shows as a whole: answers of the tag class `Scene`. */
  readonly scene: Readonly<Record<string, string>>;
  readonly shapes: readonly DrawnShape[];
}
