import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import type { AreaAct, AreaEdit } from '../common/clipping/area-edits.ts';
import { combineShapes, sliceShapes } from '../common/clipping/area-edits.ts';
import { coversArea } from '../common/clipping/area.ts';
import { joinLines } from '../common/join-lines.ts';
import type { PolylineInstance } from '../common/shapes.ts';
import { isVectorInstance } from '../common/shapes.ts';
import { messages } from './messages.ts';
import type { VectorContext } from './vector-context.ts';

const labels: Readonly<Record<AreaAct, string>> = {
  join: messages.shared.join,
  subtract: messages.areaCommands.subtract,
  'cut-out': messages.areaCommands.cutOut,
  intersect: messages.shared.intersect,
};

/**
 * Joins, subtracts, intersects and slices the selected shapes. Each call is one history entry, and what it made is
 * selected.
 */
export class AreaCommands {
  readonly #context: VectorContext;

  constructor(context: VectorContext) {
    this.#context = context;
  }

  /**
   * Does something to the areas of the selected shapes; the one that was selected first is kept. Selected lines are
   * joined end to end.
   */
  combine(act: AreaAct): void {
    const { session, author } = this.#context;
    const { scene } = session;
    const chosen = [...scene.selection].map(id => scene.get(id)!);
    const lines = chosen.filter(isLine);
    const shapes = chosen.filter(coversArea);
    const changed = act === 'subtract' ? shapes.slice(0, 1) : [...lines, ...shapes];
    if (changed.some(instance => instance.locked === true))
      session.notify(messages.areaCommands.lockedShapeIsAmongThem);
    else if (act === 'join' && shapes.length === 0 && lines.length > 1)
      this.#edit(labels.join, joinLines(lines, author));
    else this.#edit(labels[act], combineShapes(act, shapes, scene.instances, author));
  }

  /** The shapes that a line would slice: the selected ones, else the topmost that it crosses. */
  sliceable(line: readonly number[]): readonly Instance[] {
    const { session, stage } = this.#context;
    const { scene } = session;
    const free = (instance: Instance | undefined): instance is Instance =>
      instance !== undefined &&
      instance.locked !== true &&
      instance.visible !== false &&
      (coversArea(instance) || isLine(instance));
    if (scene.selection.size > 0) return scene.selected.filter(free);
    const xs = line.filter((_, at) => at % 2 === 0);
    const ys = line.filter((_, at) => at % 2 === 1);
    const met = stage.layer.index.meeting({
      minX: Math.min(...xs),
      minY: Math.min(...ys),
      maxX: Math.max(...xs),
      maxY: Math.max(...ys),
    });
    const fromTop = met
      .toSorted((one, other) => scene.placeOf(other) - scene.placeOf(one))
      .map(id => scene.get(id))
      .filter(free);
    const topmost = fromTop.find(shape => !('refused' in sliceShapes([shape], line, [], this.#context.author)));
    return topmost === undefined ? [] : [topmost];
  }

  /** Slices along a line; false, with nothing said, when it cuts nothing. */
  slice(line: readonly number[]): boolean {
    const found = sliceShapes(this.sliceable(line), line, this.#context.session.scene.instances, this.#context.author);
    if ('refused' in found) return false;
    this.#edit(messages.areaCommands.slice, found);
    return true;
  }

  #edit(label: string, edit: AreaEdit): void {
    const { session } = this.#context;
    if ('refused' in edit) {
      session.notify(edit.refused);
      return;
    }
    session.edit(label, edit.patches);
    session.scene.select(edit.ids);
  }
}

function isLine(instance: Instance): instance is PolylineInstance {
  return isVectorInstance(instance) && instance.type === 'polyline';
}
