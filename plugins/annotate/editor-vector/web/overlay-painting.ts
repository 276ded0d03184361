import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import type { Outline, Place } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { meets } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { Scene } from '#plugins/annotate/editor/web/kit/index.ts';
import type { OverlayPainter } from '#plugins/annotate/stage/web/kit/index.ts';
import { messages } from './messages.ts';
import type { VectorContext } from './vector-context.ts';

/** Above so many shapes in view, only hovered and selected ones get a label. */
const crowd = 1500;

/** Labels drawn at most. */
const mostLabels = 200;

/** CSS pixels a shape must measure to get a label. */
const leastSize = 26;

/** Outline and label of disapproved objects. */
const disapprovedColor = '#d6303f';

/** Attribute values of an instance that its label shows at most. */
const mostValues = 4;

/**
 * The label of an instance: its class, after the mark of its review, and before its attribute values when they are
 * shown.
 */
export function labelOf(instance: Instance, withAttributes: boolean): string {
  const mark = instance.error === true ? '✕ ' : instance.error === false ? '✓ ' : '';
  const name = mark + (instance.className ?? messages.overlayPainting.noClass);
  if (!withAttributes) return name;
  const values = instance.attributes.flatMap(({ name: value }) =>
    value === undefined || value === '' ? [] : [String(value).replaceAll(/\s+/g, ' ')],
  );
  const more = values.length > mostValues ? ['…'] : [];
  return [name, [...values.slice(0, mostValues), ...more].join(', ')].filter(each => each !== '').join(' · ');
}

/** A scene gets another list of instances with every change of one, so that those of a list stay the same. */
const disapprovedIds = new WeakMap<readonly Instance[], readonly string[]>();

function disapprovedOf({ instances, drafts }: Scene): readonly string[] {
  const isDisapproved = ({ error }: Instance): boolean => error === true;
  const known = disapprovedIds.get(instances) ?? instances.filter(isDisapproved).map(({ id }) => id);
  disapprovedIds.set(instances, known);
  return drafts.size === 0
    ? known
    : [...new Set([...known, ...[...drafts.values()].filter(isDisapproved).map(({ id }) => id)])];
}

/** Draws dashed red outlines around the disapproved shapes in view, with their labels. */
export function paintDisapproved(context: VectorContext, painter: OverlayPainter): boolean {
  const { session, stage } = context;
  const isSeen = (id: string): boolean => {
    const bounds = stage.layer.index.boundsOf(id);
    return bounds !== undefined && meets(bounds, stage.camera.visible) && session.scene.shown(id)?.error === true;
  };
  const disapproved = disapprovedOf(session.scene).filter(isSeen).slice(0, mostLabels);
  for (const id of disapproved) {
    const outline = stage.layer.get(id)?.outline;
    if (outline === undefined) continue;
    for (const ring of outline.rings) painter.line(ring, disapprovedColor, { closed: true, dashed: true });
    for (const line of outline.lines) painter.line(line, disapprovedColor, { dashed: true });
    paintLabel(context, painter, id);
  }
  return disapproved.length > 0;
}

/** Draws the labels of the shapes in view, largest first, hovered and selected ones always. */
export function paintLabels(context: VectorContext, painter: OverlayPainter, all: boolean): boolean {
  const { session, stage } = context;
  const { visible } = stage.camera;
  const marked = new Set([...session.scene.selection].slice(0, mostLabels));
  if (session.scene.hover !== undefined) marked.add(session.scene.hover);
  const inView = all ? stage.layer.index.meeting(visible) : [];
  const ids = inView.length > crowd ? [] : inView.filter(id => !marked.has(id));
  const large = ids
    .map(id => ({ id, size: sizeOf(context, id) }))
    .filter(entry => entry.size >= leastSize)
    .toSorted((first, second) => second.size - first.size)
    .slice(0, mostLabels);
  let painted = false;
  for (const id of [...large.map(entry => entry.id), ...marked]) painted = paintLabel(context, painter, id) || painted;
  return painted;
}

function sizeOf(context: VectorContext, id: string): number {
  const bounds = context.stage.layer.index.boundsOf(id);
  if (bounds === undefined) return 0;
  const larger = Math.max(bounds.maxX - bounds.minX, bounds.maxY - bounds.minY);
  // A point has no size of its own and is labelled as if it had just enough.
  return larger === 0 ? leastSize : larger * context.stage.camera.zoom;
}

function paintLabel(context: VectorContext, painter: OverlayPainter, id: string): boolean {
  const instance = context.session.scene.shown(id);
  const bounds = context.stage.layer.index.boundsOf(id);
  const outline = context.stage.layer.get(id)?.outline;
  if (
    instance === undefined ||
    outline === undefined ||
    bounds === undefined ||
    !meets(bounds, context.stage.camera.visible)
  )
    return false;
  painter.labels.label(
    topOf(outline),
    labelOf(instance, context.stage.labels.attributes),
    instance.error === true ? disapprovedColor : context.colorOf(instance),
    instance.type === 'point' ? context.stage.style.dotSize : undefined,
  );
  return true;
}

const tops = new WeakMap<Outline, Place>();

/** The highest place of an outline, of several the leftmost: labels sit there, so that they touch their shape. */
function topOf(outline: Outline): Place {
  const known = tops.get(outline);
  if (known !== undefined) return known;
  let top: Place = { x: Infinity, y: Infinity };
  for (const points of [...outline.rings, ...outline.lines, outline.dots]) {
    for (let at = 0; at < points.length; at += 2) {
      const x = points[at]!;
      const y = points[at + 1]!;
      if (y < top.y || (y === top.y && x < top.x)) top = { x, y };
    }
  }
  tops.set(outline, top);
  return top;
}
