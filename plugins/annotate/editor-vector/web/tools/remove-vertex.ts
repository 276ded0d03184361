import { replaceInstance } from '#plugins/annotate/annotations/common/index.ts';
import { removeLinked } from '../../common/linked-vertices.ts';
import { stamped } from '../../common/selection-edits.ts';
import type { VertexKey } from '../../common/shape-vertices.ts';
import { withVertexRemoved } from '../../common/shape-vertices.ts';
import type { PolygonInstance, PolylineInstance } from '../../common/shapes.ts';
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
        ? 'A polyline keeps at least two points. Press Delete to remove the shape.'
        : linked.length > 1
          ? 'A polygon that shares this point has only three.'
          : 'A polygon keeps at least three points. Press Delete to remove the shape.',
    );
    return;
  }
  session.edit(
    'Delete vertex',
    changed.flatMap(after => {
      const before = session.scene.get(after.id);
      return before === undefined ? [] : [replaceInstance(before, stamped(after, author))];
    }),
  );
}

function one<T>(value: T | undefined): readonly T[] | undefined {
  return value === undefined ? undefined : [value];
}
