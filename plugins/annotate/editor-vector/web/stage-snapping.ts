import type { Place } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { Scene } from '#plugins/annotate/editor/web/kit/index.ts';
import type { OverlayPainter, StagePointer } from '#plugins/annotate/stage/web/kit/index.ts';
import type { Snap, SnapSwitches, SnapTarget } from '../common/snapping.ts';
import { snapTo } from '../common/snapping.ts';
import type { ToolStage } from './tool-stage.ts';
import type { VectorSettings } from './vector-settings.ts';

/** CSS pixels from which a vertex or border draws the pointer to it. */
const snapReach = 8;

const withVertices: ReadonlySet<string> = new Set([
  'bbox',
  'rbbox',
  'polygon',
  'polyline',
  'point',
  'template',
  'cuboid',
]);

/**
 * Draws the pointer to the vertices and borders of the shapes on the stage, as the person has switched it on; Ctrl held
 * switches it off.
 */
export class StageSnapping {
  readonly #scene: Scene;
  readonly #stage: ToolStage;
  readonly #settings: VectorSettings;
  #mark: Snap | undefined;

  constructor(scene: Scene, stage: ToolStage, settings: VectorSettings) {
    this.#scene = scene;
    this.#stage = stage;
    this.#settings = settings;
  }

  /**
   * The place a pointer means; `except` names shapes that do not draw it, such as the one being changed. The mark shows
   * where.
   */
  place({ place, ctrl }: Pick<StagePointer, 'place' | 'ctrl'>, except: readonly string[] = []): Place {
    const { snapToVertices: vertices, snapToBorders: borders } = this.#settings.state;
    const found = ctrl ? undefined : this.near(place, { vertices, borders }, except);
    this.#mark = found;
    return found ?? place;
  }

  /** Returns the place to which these switches draw the pointer. */
  near(place: Place, switches: SnapSwitches, except: readonly string[] = []): Snap | undefined {
    if (!switches.vertices && !switches.borders) return undefined;
    const reach = this.#stage.reach(snapReach);
    const targets = this.#stage.layer.index
      .meeting({ minX: place.x - reach, minY: place.y - reach, maxX: place.x + reach, maxY: place.y + reach })
      .filter(id => !except.includes(id))
      .flatMap((id): readonly SnapTarget[] => {
        const outline = this.#stage.layer.get(id)?.outline;
        return outline === undefined
          ? []
          : [{ id, outline, hasVertices: withVertices.has(this.#scene.shown(id)?.type ?? '') }];
      });
    return snapTo(targets, place, reach, switches);
  }

  /** Nothing draws the pointer any more. */
  forget(): void {
    this.#mark = undefined;
  }

  /** Shows where the pointer was drawn to. */
  paint(painter: OverlayPainter): boolean {
    if (this.#mark !== undefined) painter.mark(this.#mark, this.#mark.kind);
    return this.#mark !== undefined;
  }
}
