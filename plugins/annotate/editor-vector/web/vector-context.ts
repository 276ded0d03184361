import type { Place, Size } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { clampToImage } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { insertInstance } from '#plugins/annotate/annotations/common/index.ts';
import type { EditorSession } from '#plugins/annotate/editor/web/kit/index.ts';
import { SessionContext } from '#plugins/annotate/editor/web/kit/index.ts';
import type { DrawnGeometry } from '../common/new-instance.ts';
import { newInstance } from '../common/new-instance.ts';
import { SelectionHandles } from './handled-selection.ts';
import { messages } from './messages.ts';
import { SharedEdges } from './shared-edges.ts';
import { StageSnapping } from './stage-snapping.ts';
import type { ToolStage } from './tool-stage.ts';
import { VectorController } from './vector-controller.ts';
import { VectorSettings } from './vector-settings.ts';

/** Context of the tools of the vector editor. */
export class VectorContext extends SessionContext {
  readonly stage: ToolStage;
  readonly settings: VectorSettings;
  readonly controller: VectorController;
  readonly snapping: StageSnapping;
  readonly sharedEdges: SharedEdges;
  readonly handles: SelectionHandles;
  #size: Size | undefined;

  constructor(
    session: EditorSession,
    stage: ToolStage,
    size: Size | undefined,
    parts: { readonly settings?: VectorSettings; readonly controller?: VectorController } = {},
  ) {
    super(session);
    this.stage = stage;
    this.#size = size;
    this.settings = parts.settings ?? new VectorSettings(session.user.email);
    this.controller = parts.controller ?? new VectorController();
    this.snapping = new StageSnapping(session.scene, stage, this.settings);
    this.handles = new SelectionHandles(session, stage);
    this.sharedEdges = new SharedEdges(session.scene, stage, this.settings);
  }

  /** Size of the picture in pixels; undefined until it is known, and nothing is clamped then. */
  get size(): Size | undefined {
    return this.#size;
  }

  setSize(size: Size): void {
    this.#size = size;
  }

  /** The nearest place that is on the picture. */
  onImage(place: Place): Place {
    return this.#size === undefined ? place : clampToImage(place, this.#size);
  }

  /** Puts a drawn shape on top of all others and selects it. */
  add(label: string, geometry: DrawnGeometry): void {
    const { activeClass } = this;
    if (activeClass === undefined) this.session.notify(messages.vectorContext.drawnWithoutAClass);
    const instance = newInstance(geometry, activeClass, this.author);
    this.session.edit(label, [insertInstance(instance)]);
    this.session.scene.select([instance.id]);
  }
}
