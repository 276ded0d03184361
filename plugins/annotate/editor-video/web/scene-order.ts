import type { Scene } from '#plugins/annotate/editor/web/kit/index.ts';
import type { DrawingOrder } from '#plugins/annotate/stage/web/kit/index.ts';

/** The drawing order of the shapes of a scene. */
export const sceneOrder = (scene: Scene): DrawingOrder => ({
  ids: function* () {
    for (const instance of scene.instances) yield instance.id;
  },
  count: () => scene.instances.length,
  placeOf: id => scene.placeOf(id),
});
