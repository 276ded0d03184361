import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import type { Rectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { Scene } from '#plugins/annotate/editor/web/kit/index.ts';
import { boundsOf } from '#plugins/annotate/editor-vector/web/kit/index.ts';
import type { OverlayPainter, Stage } from '#plugins/annotate/stage/web/kit/index.ts';
import { clustersIn } from '../common/object-clusters.ts';

const COLOR = '#1b2026';

/** Instances are replaced when they change, so what was computed of one stays true. */
const known = new WeakMap<Instance, Rectangle>();

function boundsOfInstance(instance: Instance): Rectangle {
  const before = known.get(instance);
  if (before !== undefined) return before;
  const bounds = boundsOf([instance]);
  known.set(instance, bounds);
  return bounds;
}

function* boundsIn(scene: Scene): Generator<Rectangle> {
  for (const instance of scene.instances)
    if (instance.visible !== false && instance.type !== 'tag') yield boundsOfInstance(instance);
}

/** Writes how many objects there are where they are too small to be seen; returns whether it drew anything. */
export function paintClusters(painter: OverlayPainter, { camera }: Stage, scene: Scene): boolean {
  const clusters = clustersIn(boundsIn(scene), camera.visible, camera.zoom);
  for (const { place, count } of clusters)
    if (count > 1) painter.labels.label(place, count.toLocaleString('en'), COLOR, -8);
  return clusters.some(({ count }) => count > 1);
}
