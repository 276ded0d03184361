import type { AppClass, AppInstance } from '@loupe/sdk/app';
import type { ProposedBox } from './model';

const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('');

/** A box as annotations have it, in pixels of an item of that size. */
export const boxInstance = (
  { x1, y1, x2, y2, score }: ProposedBox,
  of: Pick<AppClass, 'id' | 'name'>,
  width: number,
  height: number,
): AppInstance => ({
  id: newId(),
  type: 'bbox',
  classId: of.id,
  className: of.name,
  attributes: [],
  creationType: 'Prediction',
  probability: Math.round(score * 100),
  points: { x1: x1 * width, y1: y1 * height, x2: x2 * width, y2: y2 * height },
});
