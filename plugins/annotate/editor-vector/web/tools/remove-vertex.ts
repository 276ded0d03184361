import { replaceInstance } from '#plugins/annotate/annotations/common/index.ts';
import { removeLinked } from '../../common/linked-vertices.ts';
import { stamped } from '../../common/selection-edits.ts';
import type { VertexKey } from '../../common/shape-vertices.ts';
import { withVertexRemoved } from '../../common/shape-vertices.ts';
import type { PolygonInstance, PolylineInstance } from '../../common/shapes.ts';
import { messages } from '../messages.ts';
import type { VectorContext } from '../vector-context.ts';

/** Deletes a vertex, for all polygons that share it as one edit; says why when one cannot spare it. */
export function removeVertex(
  { session, sharedEdges, author }: VectorContext,
  instance: PolygonInstance | PolylineInstance,
  key: VertexKey,
): void {
  const linked = instance.type === 'polygon' ? sharedEdges.linkedTo(instance, key) : [];
  const changed = instance.type === 'polygon' ? removeLinked(linked) : one(withVertexRemoved(instance, key));
  if (changed === undefined) {
    session.notify(
      instance.type === 'polyline'
        ? messages.removeVertex.polylineKeepsAtLeastTwoPoints
        : linked.length > 1
          ? messages.removeVertex.polygonThatSharesThisPoint
          : messages.removeVertex.polygonKeepsAtLeastThreePoints,
    );
    return;
  }
  session.edit(
    messages.removeVertex.deleteVertex,
    changed.flatMap(after => {
      const before = session.scene.get(after.id);
      return before === undefined ? [] : [replaceInstance(before, stamped(after, author))];
    }),
  );
}

function one<T>(value: T | undefined): readonly T[] | undefined {
  return value === undefined ? undefined : [value];
}
