import { pictureThresholds } from '../picture-thresholds.ts';
import type { NumberRange } from './number-range.ts';

/** A measure of pictures by which searches are narrowed down. */
export interface QualityPart {
  readonly name: string;
  /** The field of files in the query language. */
  readonly field: 'sharpness' | 'brightness' | 'contrast' | 'duplicates';
  readonly ranges: readonly NumberRange[];
}

const { sharpness, dark, overexposed, contrast } = pictureThresholds;

/** Parts of the facet of picture quality, in the order in which they are shown. */
export const qualityParts: readonly QualityPart[] = [
  {
    name: 'Sharpness',
    field: 'sharpness',
    ranges: [
      { value: 'Blurred', bounds: [{ operator: '<', amount: sharpness }] },
      { value: 'Sharp', bounds: [{ operator: '>=', amount: sharpness }] },
    ],
  },
  {
    name: 'Exposure',
    field: 'brightness',
    ranges: [
      { value: 'Dark', bounds: [{ operator: '<', amount: dark }] },
      {
        value: 'Normal',
        bounds: [
          { operator: '>=', amount: dark },
          { operator: '<=', amount: overexposed },
        ],
      },
      { value: 'Overexposed', bounds: [{ operator: '>', amount: overexposed }] },
    ],
  },
  {
    name: 'Contrast',
    field: 'contrast',
    ranges: [
      { value: 'Low', bounds: [{ operator: '<', amount: contrast }] },
      { value: 'Normal', bounds: [{ operator: '>=', amount: contrast }] },
    ],
  },
  {
    name: 'Near duplicates',
    field: 'duplicates',
    ranges: [
      { value: 'With duplicates', bounds: [{ operator: '>', amount: 0 }] },
      { value: 'Without duplicates', bounds: [{ operator: '=', amount: 0 }] },
    ],
  },
];

/** Returns a part of the facet of picture quality by its name. @throws Error where there is none. */
export function qualityPart(name: string): QualityPart {
  const part = qualityParts.find(each => each.name === name);
  if (part === undefined) throw new Error(`Picture quality has no part “${name}”.`);
  return part;
}
