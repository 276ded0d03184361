import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord } from '#plugins/annotate/annotations/common/index.ts';

/** Shapes that GeoJSON has no geometry for; their own numbers are in the properties of the polygon. */
export const namedShapes: ReadonlySet<string> = new Set(['bbox', 'rbbox', 'ellipse']);

/** True for parsed GeoJSON, also for the bare list of features that QuPath writes. */
export const isGeoJson = (json: unknown): boolean =>
  isRecord(json)
    ? json['type'] === 'FeatureCollection' || json['type'] === 'Feature'
    : Array.isArray(json) && json.length > 0 && json.every(each => isRecord(each) && each['type'] === 'Feature');

/** True for the text of GeoJSON, without parsing it. */
export const isGeoJsonText = (text: string): boolean =>
  /"type"\s*:\s*"Feature(?:Collection)?"/.test(text) && /"geometry"\s*:|"features"\s*:\s*\[\s*\]/.test(text);

/** The features of GeoJSON. */
export function featuresOf(json: unknown): readonly unknown[] {
  if (Array.isArray(json)) return json as unknown[];
  const { type, features } = json as JsonRecord;
  return type === 'Feature' ? [json] : Array.isArray(features) ? (features as unknown[]) : [];
}

/** Twice the area of a closed ring of x, y, …: positive when it is wound to the right-hand rule. */
export function windingOf(ring: readonly number[]): number {
  let twice = 0;
  for (let at = 0; at + 1 < ring.length; at += 2) {
    const next = (at + 2) % ring.length;
    twice += ring[at]! * ring[next + 1]! - ring[next]! * ring[at + 1]!;
  }
  return twice;
}
