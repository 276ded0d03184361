import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import type { Rectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { emptyRectangle, unite } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { EditorSession } from '#plugins/annotate/editor/web/kit/index.ts';
import type { SelectionFrame } from '../common/selection-frame.ts';
import { frameAround, selectionFrame } from '../common/selection-frame.ts';
import { hasVertices } from '../common/shape-vertices.ts';
import type { VectorInstance } from '../common/shapes.ts';
import { isVectorInstance } from '../common/shapes.ts';
import type { ToolStage } from './tool-stage.ts';

/** CSS pixels by which the frame of a shape with vertices of its own stands off, so that its handles are not theirs. */
const standOff = 14;

/** Selection that is shaped by handles. */
export interface HandledSelection {
  /** The selected shapes that may be changed, as they are shown now. */
  readonly shapes: readonly VectorInstance[];
  /** The one shape, when there is only one. */
  readonly only: VectorInstance | undefined;
  /** By which the shapes are scaled and turned; undefined when they have no extent. */
  readonly frame: SelectionFrame | undefined;
  /** CSS pixels between its handles and the frame. */
  readonly outside: number;
  /** Handles on the sides too, not at the corners only. */
  readonly sides: boolean;
}

const nothing: HandledSelection = { shapes: [], only: undefined, frame: undefined, outside: 0, sides: false };

/**
 * Finds the shapes and handles of the selection; remembers them until the selection, the shapes or a running gesture
 * changes.
 */
export class SelectionHandles {
  readonly #session: EditorSession;
  readonly #stage: ToolStage;
  #key: readonly unknown[] = [];
  #found = nothing;

  constructor(session: EditorSession, stage: ToolStage) {
    this.#session = session;
    this.#stage = stage;
  }

  get handled(): HandledSelection {
    const { scene, readOnly } = this.#session;
    if (readOnly || scene.selection.size === 0) return nothing;
    const key = [scene.selection, scene.drafts, scene.instances];
    if (key.some((part, at) => part !== this.#key[at])) {
      this.#key = key;
      this.#found = this.#find();
    }
    return this.#found;
  }

  #find(): HandledSelection {
    const { scene } = this.#session;
    const shapes = [...scene.selection]
      .map(id => scene.shown(id))
      .filter((one): one is VectorInstance => one !== undefined && isHandled(one));
    const [only] = shapes;
    if (shapes.length === 1 && only !== undefined) {
      if (only.type === 'point' || only.type === 'cuboid') return { ...nothing, shapes, only };
      const ownVertices = hasVertices(only);
      return { shapes, only, frame: selectionFrame(shapes), outside: ownVertices ? standOff : 0, sides: !ownVertices };
    }
    const bounds = shapes.reduce<Rectangle>(
      (sum, shape) => unite(sum, this.#stage.layer.index.boundsOf(shape.id) ?? emptyRectangle),
      emptyRectangle,
    );
    return { shapes, only: undefined, frame: frameAround(bounds), outside: 0, sides: true };
  }
}

function isHandled(instance: Instance): boolean {
  return (
    isVectorInstance(instance) && instance.type !== 'tag' && instance.locked !== true && instance.visible !== false
  );
}
