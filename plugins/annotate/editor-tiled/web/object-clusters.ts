import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import type { Scene } from '#plugins/annotate/editor/web/kit/index.ts';
import type { OverlayPainter, Stage } from '#plugins/annotate/stage/web/kit/index.ts';
import { ObjectClusters } from '../common/object-clusters.ts';

const COLOR = '#1b2026';

/** A scene gets another list of instances with every change of one, so that a list keeps its clusters. */
const known = new WeakMap<readonly Instance[], ObjectClusters>();

function clustersOf({ instances }: Scene, { layer }: Stage): ObjectClusters {
  const before = known.get(instances);
  if (before !== undefined) return before;
  // Hidden objects and tags are not in the index of the stage.
  const clusters = new ObjectClusters(instances.flatMap(({ id }) => layer.index.boundsOf(id) ?? []));
  known.set(instances, clusters);
  return clusters;
}

/** Writes how many objects there are where they are too small to be seen; returns whether it drew anything. */
export function paintClusters(painter: OverlayPainter, stage: Stage, scene: Scene): boolean {
  const { visible, zoom } = stage.camera;
  const clusters = clustersOf(scene, stage).in(visible, zoom);
  for (const { place, count } of clusters)
    if (count > 1) painter.labels.label(place, count.toLocaleString('en'), COLOR, -8);
  return clusters.some(({ count }) => count > 1);
}
