import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import type { Place } from '#plugins/annotate/annotations/common/geometry/index.ts';

/** `x1,y1` one corner, `x2,y2` the opposite one; stored with sorted corners. */
export interface BoxInstance extends Instance {
  readonly type: 'bbox';
  readonly points: { readonly x1: number; readonly y1: number; readonly x2: number; readonly y2: number };
}

/** Four corners in drawing order around the box. */
export interface RotatedBoxInstance extends Instance {
  readonly type: 'rbbox';
  readonly points: {
    readonly x1: number;
    readonly y1: number;
    readonly x2: number;
    readonly y2: number;
    readonly x3: number;
    readonly y3: number;
    readonly x4: number;
    readonly y4: number;
  };
}

/** Flat list x, y, x, y, …; `exclude` holds the holes, each such a list. */
export interface PolygonInstance extends Instance {
  readonly type: 'polygon';
  readonly points: readonly number[];
  readonly exclude?: readonly (readonly number[])[];
}

/** Flat list x, y, x, y, … */
export interface PolylineInstance extends Instance {
  readonly type: 'polyline';
  readonly points: readonly number[];
}

export interface PointInstance extends Instance {
  readonly type: 'point';
  readonly x: number;
  readonly y: number;
}

/** Centre, radii along its own axes in pixels, rotation in degrees, clockwise on screen. */
export interface EllipseInstance extends Instance {
  readonly type: 'ellipse';
  readonly cx: number;
  readonly cy: number;
  readonly rx: number;
  readonly ry: number;
  readonly angle: number;
}

/** Front face from `f1` (top left) to `f2` (bottom right), rear face from `r1` to `r2`. */
export interface CuboidInstance extends Instance {
  readonly type: 'cuboid';
  readonly points: { readonly f1: Place; readonly f2: Place; readonly r1: Place; readonly r2: Place };
}

/** A skeleton of key points; `from` and `to` are point ids. */
export interface TemplateInstance extends Instance {
  readonly type: 'template';
  readonly points: readonly (Place & { readonly id: number })[];
  readonly connections: readonly { readonly id: number; readonly from: number; readonly to: number }[];
  readonly templateName?: string;
  readonly templateId?: number;
}

/** Says something about the whole item; has no geometry. */
export interface TagInstance extends Instance {
  readonly type: 'tag';
}

/** An instance of a vector document by its `type`. */
export type VectorInstance =
  | BoxInstance
  | RotatedBoxInstance
  | PolygonInstance
  | PolylineInstance
  | PointInstance
  | EllipseInstance
  | CuboidInstance
  | TemplateInstance
  | TagInstance;

/** Every type of a vector instance. */
export const vectorTypes = [
  'bbox',
  'rbbox',
  'polygon',
  'polyline',
  'point',
  'ellipse',
  'cuboid',
  'template',
  'tag',
] as const satisfies readonly VectorInstance['type'][];

/** Narrows an instance of the document. Geometry was checked when the document was stored. */
export function isVectorInstance(instance: Instance): instance is VectorInstance {
  return (vectorTypes as readonly string[]).includes(instance.type);
}
