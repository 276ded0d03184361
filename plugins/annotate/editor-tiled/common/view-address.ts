import type { Place } from '#plugins/annotate/annotations/common/geometry/index.ts';

/** A place of the image in the middle of the view, in pixels, and the zoom in CSS pixels per pixel. */
export interface AddressedView {
  readonly centre: Place;
  readonly zoom: number;
}

const rounded = (value: number, digits: number): string => String(Number(value.toFixed(digits)));

/** A view in the address, such as `12000,8000.5,0.25`. */
export const viewText = ({ centre, zoom }: AddressedView): string =>
  [rounded(centre.x, 1), rounded(centre.y, 1), String(Number(zoom.toPrecision(4)))].join(',');

/** Reads {@link viewText}; undefined for what is none. */
export function readView(text: string | null): AddressedView | undefined {
  const parts = text?.split(',') ?? [];
  const [x, y, zoom] = parts.map(Number);
  if (parts.length !== 3 || parts.includes('') || ![x, y, zoom].every(Number.isFinite) || zoom! <= 0) return undefined;
  return { centre: { x: x!, y: y! }, zoom: zoom! };
}

/**
 * Reads a place that a person wrote: two numbers with a comma, a semicolon or a blank between them, and perhaps `@` and
 * a zoom in per cent.
 */
export function readPlace(text: string): { readonly place: Place; readonly zoom?: number } | undefined {
  const match = /^\s*(-?\d+(?:\.\d+)?)\s*(?:[,;]|\s)\s*(-?\d+(?:\.\d+)?)\s*(?:@\s*(\d+(?:\.\d+)?)\s*%?\s*)?$/.exec(
    text,
  );
  if (match === null) return undefined;
  const [, x, y, zoom] = match as unknown as readonly (string | undefined)[];
  const place = { x: Number(x), y: Number(y) };
  return zoom === undefined || Number(zoom) === 0 ? { place } : { place, zoom: Number(zoom) / 100 };
}
