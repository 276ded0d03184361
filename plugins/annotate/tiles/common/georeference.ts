/** Six numbers [a, b, c, d, e, f]: X = a·x + b·y + c, Y = d·x + e·y + f for the pixel corner at (x, y). */
export type Transform = readonly number[];

/** Place of an image on the earth. */
export interface Georeference {
  /** Such as `EPSG:32631`; '' where the file names no system that has a number. */
  readonly crs: string;
  readonly transform: Transform;
}

/** True for a transform that leads back from the ground to pixels. */
export function isInvertible([a, b, , d, e]: Transform): boolean {
  const determinant = a! * e! - b! * d!;
  return Number.isFinite(determinant) && determinant !== 0;
}

/** Coordinates in the reference system of a place in pixels. */
export function toGround([a, b, c, d, e, f]: Transform, x: number, y: number): readonly [x: number, y: number] {
  return [a! * x + b! * y + c!, d! * x + e! * y + f!];
}

/** The pixels of coordinates in the reference system. */
export function toPixels([a, b, c, d, e, f]: Transform, x: number, y: number): readonly [x: number, y: number] {
  const determinant = a! * e! - b! * d!;
  const [dx, dy] = [x - c!, y - f!];
  return [(e! * dx - b! * dy) / determinant, (a! * dy - d! * dx) / determinant];
}

/** Reads the georeference of a document's metadata; undefined where there is none that can be used. */
export function georeferenceOf(metadata: Readonly<Record<string, unknown>>): Georeference | undefined {
  const found = metadata['georeference'] as { readonly crs?: unknown; readonly transform?: unknown } | null | undefined;
  const transform = found?.transform;
  if (!Array.isArray(transform) || transform.length !== 6 || !isInvertible(transform as number[])) return undefined;
  return { crs: typeof found?.crs === 'string' ? found.crs : '', transform: transform as number[] };
}
