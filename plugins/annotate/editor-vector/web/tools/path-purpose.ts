import { insertInstance, replaceInstance } from '#plugins/annotate/annotations/common/index.ts';
import type { Place } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { nearestOnPath, ringArea, ringsContain } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { nextGroupId } from '../../common/groups.ts';
import { newInstance } from '../../common/new-instance.ts';
import { stamped } from '../../common/selection-edits.ts';
import type { PolygonInstance } from '../../common/shapes.ts';
import { isVectorInstance } from '../../common/shapes.ts';
import { messages } from '../messages.ts';
import type { VectorContext } from '../vector-context.ts';

/** Result of a drawn path. */
export interface PathPurpose {
  readonly color: string;
  /** Vertices a path must have at least. */
  readonly least: number;
  readonly closed: boolean;
  /** The selection is kept while drawing, since the path belongs to it. */
  readonly keepsSelection: boolean;
  /** Makes it part of the document. Answers why it cannot, then the drawing goes on. */
  readonly finish: (points: readonly number[]) => string | undefined;
}

/** The purpose of a path that begins at a place, or why none can begin there. */
export function pathPurpose(context: VectorContext, type: 'polygon' | 'polyline', place: Place): PathPurpose | string {
  if (type === 'polyline') return polyline(context);
  const mode = context.controller.state.polygonMode;
  if (mode === 'shape') return polygon(context);
  const owner = ownerAt(context, place, mode === 'hole');
  if (owner === undefined)
    return mode === 'hole'
      ? messages.pathPurpose.beginTheHoleInsideAPolygon
      : messages.pathPurpose.selectThePolygonThatGets;
  return mode === 'hole' ? hole(context, owner) : part(context, owner);
}

function polyline(context: VectorContext): PathPurpose {
  return {
    color: context.activeColor,
    least: 2,
    closed: false,
    keepsSelection: false,
    finish(points) {
      if (points.length < 4 || isOnePlace(points)) return messages.pathPurpose.polylineNeedsTwoPoints;
      context.add(messages.pathPurpose.drawPolyline, { type: 'polyline', points });
      return undefined;
    },
  };
}

function polygon(context: VectorContext): PathPurpose {
  return {
    color: context.activeColor,
    least: 3,
    closed: true,
    keepsSelection: false,
    finish(points) {
      if (!isRing(points)) return needsRing;
      context.add(messages.pathPurpose.drawPolygon, { type: 'polygon', points, exclude: [] });
      return undefined;
    },
  };
}

function hole(context: VectorContext, owner: PolygonInstance): PathPurpose {
  const { session, author } = context;
  return ringOf(context, owner, (points, now) => {
    if (!isInside(now.points, points)) return messages.pathPurpose.holeMustLieInsideThePolygon;
    session.edit(messages.pathPurpose.cutAHole, [
      replaceInstance(now, stamped({ ...now, exclude: [...(now.exclude ?? []), points] }, author)),
    ]);
    session.scene.select([now.id]);
    return undefined;
  });
}

function part(context: VectorContext, owner: PolygonInstance): PathPurpose {
  const { session, author } = context;
  return ringOf(context, owner, (points, now) => {
    const groupId = (now.groupId ?? 0) > 0 ? now.groupId! : nextGroupId(session.scene.instances);
    const owning = session.classes.find(one => one.id === now.classId);
    const drawn = {
      ...newInstance({ type: 'polygon', points, exclude: [] }, owning, author),
      groupId,
      attributes: now.attributes,
    };
    const joined = now.groupId === groupId ? [] : [replaceInstance(now, stamped({ ...now, groupId }, author))];
    session.edit(messages.pathPurpose.drawAnotherPart, [...joined, insertInstance(drawn)]);
    session.scene.select([drawn.id]);
    return undefined;
  });
}

/** A ring that belongs to a polygon, as the polygon is when the ring is closed. */
function ringOf(
  context: VectorContext,
  owner: PolygonInstance,
  take: (points: readonly number[], now: PolygonInstance) => string | undefined,
): PathPurpose {
  return {
    color: context.colorOf(owner),
    least: 3,
    closed: true,
    keepsSelection: true,
    finish(points) {
      const now = context.session.scene.get(owner.id) as PolygonInstance | undefined;
      if (now === undefined) return messages.pathPurpose.polygonIsNoLongerThere;
      return isRing(points) ? take(points, now) : needsRing;
    },
  };
}

const needsRing = messages.pathPurpose.polygonNeedsThreePoints;

/** The one selected polygon, or for a hole the topmost one at the place. */
function ownerAt({ session, stage }: VectorContext, place: Place, orUnder: boolean): PolygonInstance | undefined {
  const { scene } = session;
  const changeable = (id: string): PolygonInstance | undefined => {
    const instance = scene.get(id);
    return instance !== undefined &&
      isVectorInstance(instance) &&
      instance.type === 'polygon' &&
      instance.locked !== true
      ? instance
      : undefined;
  };
  const selected = scene.selection.size === 1 ? changeable([...scene.selection][0]!) : undefined;
  if (!orUnder) return selected;
  if (selected !== undefined && ringsContain([selected.points], place)) return selected;
  return stage.layer.index
    .at(place, 0, id => scene.placeOf(id))
    .map(changeable)
    .find(one => one !== undefined);
}

function isInside(ring: readonly number[], points: readonly number[]): boolean {
  for (let at = 0; at < points.length; at += 2) {
    const place = { x: points[at]!, y: points[at + 1]! };
    if (!ringsContain([ring], place) && (nearestOnPath(ring, true, place)?.distance ?? Infinity) > 0.01) return false;
  }
  return true;
}

function isRing(points: readonly number[]): boolean {
  return points.length >= 6 && ringArea(points) > 0;
}

function isOnePlace(points: readonly number[]): boolean {
  return points.every((value, at) => value === points[at % 2]);
}
