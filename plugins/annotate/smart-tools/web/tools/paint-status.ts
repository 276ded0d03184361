import type { OverlayPainter } from '#plugins/annotate/stage/web/kit/index.ts';

/**
 * The state of a tool and below it what can be done, in a corner of the stage. Lines longer than about 30 letters are
 * cut.
 */
export function paintStatus(painter: OverlayPainter, state: string, ...advice: readonly string[]): void {
  painter.labels.advice([state, ...advice]);
}
