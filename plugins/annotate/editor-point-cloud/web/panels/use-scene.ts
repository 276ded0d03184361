import { useSyncExternalStore } from 'react';
import type { Scene } from '#plugins/annotate/editor/web/kit/index.ts';

/** Milliseconds between two updates while something is dragged. */
const LIVE_MS = 100;

/**
 * Draws a panel again when the scene changes: at once after an edit, ten times a second during a drag, whose time
 * belongs to the hand.
 */
export function useScene(scene: Scene): void {
  useSyncExternalStore(
    listener => {
      let waiting: ReturnType<typeof setTimeout> | undefined;
      const update = (): void => {
        clearTimeout(waiting);
        waiting = undefined;
        listener();
      };
      const stop = scene.onChange(() => {
        if (scene.drafts.size === 0) update();
        else waiting ??= setTimeout(update, LIVE_MS);
      });
      return () => {
        clearTimeout(waiting);
        stop();
      };
    },
    () => scene.version,
  );
}
