import { pictureThresholds } from './picture-thresholds.ts';

/** A query that finds items or objects whose quality is in doubt. */
export interface QualityQuery {
  readonly id: string;
  readonly title: string;
  readonly query: string;
  /** It finds objects rather than items. */
  readonly objects: boolean;
}

const of = (id: string, title: string, query: string, objects = false): QualityQuery => ({ id, title, query, objects });

const { sharpness, dark, overexposed, contrast } = pictureThresholds;

/** Checks of pictures, which need them measured. */
export const pictureChecks: readonly QualityQuery[] = [
  of('blurred', 'Blurred pictures', `file(sharpness < ${sharpness}) ORDER BY file.sharpness ASC`),
  of('dark', 'Dark pictures', `file(brightness < ${dark}) ORDER BY file.brightness ASC`),
  of('bright', 'Overexposed pictures', `file(brightness > ${overexposed}) ORDER BY file.brightness DESC`),
  of('flat', 'Pictures with little contrast', `file(contrast < ${contrast}) ORDER BY file.contrast ASC`),
  of('duplicates', 'Near duplicates', 'file(duplicates > 0) ORDER BY file.duplicateGroup ASC'),
  of('leaks', 'Near duplicates in different subsets', 'file(leaks > 0) ORDER BY file.duplicateGroup ASC'),
  of('odd', 'Pictures unlike all others', 'file(oddness > 0) ORDER BY file.oddness DESC LIMIT 100'),
  of('diverse', 'A diverse pick of 100 pictures', 'diverse(100)'),
  of('small', 'Very small pictures', 'metadata(width < 64 OR height < 64)'),
];

/** Checks of objects, by their place and shape in the picture. */
const shapeChecks: readonly QualityQuery[] = [
  of('outside', 'Objects outside the picture', 'instance(outOfBounds = true)', true),
  of('tiny', 'Tiny objects', 'instance(type IN [bbox, rbbox, polygon, ellipse] AND area < 16)', true),
  of('doubled', 'Doubled boxes', 'overlaps({type = bbox}, {type = bbox}, 0.9)'),
  of('crossing', 'Outlines that cross themselves', 'instance(selfIntersecting = true)', true),
  of('doubted', 'Labels that similar objects contradict', 'instance(labelDoubt >= 0.7)', true),
];

/** Checks of objects of all kinds, entities of texts too. */
export const generalChecks: readonly QualityQuery[] = [
  of('classless', 'Objects without a class', 'instance(className = none)', true),
  of('empty', 'Items without objects', 'instanceCount() = 0'),
];

/** Checks of objects in pictures. */
export const objectChecks: readonly QualityQuery[] = [...shapeChecks, ...generalChecks];
