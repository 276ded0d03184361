import type { Place, Rectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';

/** A place that belongs to the object (1) or does not (0), in item pixels. */
export interface PromptPoint extends Place {
  readonly label: 0 | 1;
  /** Part of the same stroke as the point before: they are taken back together. */
  readonly stroke?: true;
}

/** Prompts of a person for one object: points, a box around it, or both. In item pixels. */
export interface Prompts {
  readonly points: readonly PromptPoint[];
  readonly box?: Rectangle;
}

/** Most points of one question to a model. */
export const promptPointLimit = 64;

/** Most points of strokes for the classical tools. */
export const strokePointLimit = 2000;

export const noPrompts: Prompts = { points: [] };

/** Nothing is shown yet, or only what does not belong. */
export function isSilent(prompts: Prompts): boolean {
  return prompts.box === undefined && !prompts.points.some(point => point.label === 1);
}

export function withPoint(prompts: Prompts, point: PromptPoint): Prompts {
  return prompts.points.length >= (point.stroke === true ? strokePointLimit : promptPointLimit)
    ? prompts
    : { ...prompts, points: [...prompts.points, point] };
}

/** The last point or stroke taken back; when there is none, the box. */
export function withoutLast(prompts: Prompts): Prompts {
  const { points } = prompts;
  if (points.length === 0) return noPrompts;
  return {
    ...prompts,
    points: points.slice(
      0,
      points.findLastIndex(point => point.stroke !== true),
    ),
  };
}
