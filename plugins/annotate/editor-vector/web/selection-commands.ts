import type { HistoryMark, Instance } from '#plugins/annotate/annotations/common/index.ts';
import type { Place } from '#plugins/annotate/annotations/common/geometry/index.ts';
import {
  centreOf,
  clampMove,
  encloses,
  isEmptyRectangle,
  meets,
} from '#plugins/annotate/annotations/common/geometry/index.ts';
import { groupAll, ungroupAll } from '../common/groups.ts';
import { boundsOf } from '../common/instance-bounds.ts';
import {
  classifyAll,
  copyAll,
  deleteAll,
  insertAll,
  moveAll,
  toggleLocked,
  toggleVisible,
} from '../common/selection-edits.ts';
import { adoptClasses, regroup } from '../common/pasted-instances.ts';
import { isVectorInstance } from '../common/shapes.ts';
import type { ShapeClipboard } from './shape-clipboard.ts';
import type { VectorContext } from './vector-context.ts';
import { ClassType } from '#plugins/workspace/classes/common/index.ts';
import { messages } from './messages.ts';

/**
 * Presses of an arrow key on the same selection that follow each other within so many milliseconds are one history
 * entry.
 */
const nudgeGap = 700;

/** CSS pixels by which a duplicate is set off from its original. */
const duplicateOffset = 12;

/** Actions of the keyboard on the selected shapes. Each call is one history entry. */
export class SelectionCommands {
  readonly #context: VectorContext;
  readonly #clipboard: ShapeClipboard;
  #nudge:
    | {
        readonly mark: HistoryMark;
        readonly changes: number;
        readonly at: number;
        readonly selection: ReadonlySet<string>;
      }
    | undefined;

  constructor(context: VectorContext, clipboard: ShapeClipboard) {
    this.#context = context;
    this.#clipboard = clipboard;
  }

  delete(force: boolean): void {
    const { session } = this.#context;
    const selected = session.scene.selected;
    const patches = deleteAll(selected, force);
    if (patches.length < selected.length)
      session.notify(
        patches.length === 0
          ? messages.selectionCommands.shapeIsLocked
          : messages.selectionCommands.countLockedShapesWereKept(selected.length - patches.length),
      );
    session.edit(named(messages.selectionCommands.deleteText, patches.length), patches);
  }

  /** Moves by whole image pixels; what is on the picture stays on it. */
  nudge(delta: Place): void {
    const { session, author } = this.#context;
    const {
      history,
      scene: { selection },
    } = session;
    const now = performance.now();
    const last = this.#nudge;
    const goesOn =
      last !== undefined &&
      now - last.at < nudgeGap &&
      last.selection === selection &&
      history.checkpoint().changes === last.changes;
    const mark = goesOn ? last.mark : history.mark();
    const moving = session.scene.selected.filter(instance => instance.locked !== true);
    session.edit(messages.selectionCommands.move, moveAll(moving, this.#onPicture(moving, delta), author));
    history.complete(mark, messages.selectionCommands.move);
    this.#nudge = { mark, changes: history.checkpoint().changes, at: now, selection };
  }

  copy(): void {
    const { scene, classes } = this.#context.session;
    const named = new Map(classes.map(one => [one.id, one.name]));
    const instances = scene.selected.map(instance => {
      const className = named.get(instance.classId);
      return className === undefined ? instance : { className, ...instance };
    });
    if (instances.length > 0)
      this.#clipboard.copy({ instances, ...(classes[0] === undefined ? {} : { projectId: classes[0].project_id }) });
  }

  /**
   * Pastes with the middle under the pointer, or a little aside when it is not on the stage. Classes of another project
   * are found by name.
   */
  paste(inPlace: boolean): void {
    const { stage, session } = this.#context;
    const { instances: copied, projectId } = this.#clipboard.content;
    if (copied.length === 0) {
      session.notify(messages.selectionCommands.nothingHasBeenCopiedYet);
      return;
    }
    const { instances, missing } = adoptClasses(
      copied,
      session.classes,
      projectId !== undefined && session.classes[0]?.project_id === projectId,
    );
    if (missing.length > 0)
      session.notify(
        messages.selectionCommands.thisProjectHasNoClassName(
          missing
            .slice(0, 3)
            .map(name => `“${name}”`)
            .join(', '),
          missing.length > 3 ? ' …' : '',
        ),
      );
    const bounds = boundsOf(instances);
    const middle = isEmptyRectangle(bounds) ? { x: 0, y: 0 } : centreOf(bounds);
    const pointer = stage.input.last?.place;
    const aside = stage.reach(duplicateOffset);
    this.#insert(
      messages.selectionCommands.paste,
      instances,
      inPlace
        ? { x: 0, y: 0 }
        : pointer === undefined
          ? { x: aside, y: aside }
          : { x: pointer.x - middle.x, y: pointer.y - middle.y },
    );
  }

  duplicate(): void {
    const { session, stage } = this.#context;
    const aside = stage.reach(duplicateOffset);
    this.#insert(messages.selectionCommands.duplicate, session.scene.selected, { x: aside, y: aside });
  }

  /** Adds all that are visible and have the class of a selected shape to the selection. */
  selectClasses(): void {
    const { scene } = this.#context.session;
    const classes = new Set(scene.selected.map(instance => instance.classId));
    scene.select([
      ...scene.selection,
      ...scene.instances
        .filter(instance => instance.visible !== false && classes.has(instance.classId))
        .map(instance => instance.id),
    ]);
  }

  classify(position: number): void {
    const { session, author } = this.#context;
    const chosen = session.classes.filter(one => one.type === ClassType.Object)[position];
    if (chosen === undefined) return;
    session.setActiveClass(chosen.id);
    session.edit(
      messages.selectionCommands.className(chosen.name),
      classifyAll(session.scene.selected, chosen, author),
    );
  }

  /** Chooses the class of what is drawn next. */
  chooseClass(position: number): void {
    const chosen = this.#context.session.classes.filter(one => one.type === ClassType.Object)[position];
    if (chosen !== undefined) this.#context.session.setActiveClass(chosen.id);
  }

  toggleLock(): void {
    const { session, author } = this.#context;
    session.edit(messages.selectionCommands.lock, toggleLocked(session.scene.selected, author));
  }

  toggleHide(): void {
    const { session, author } = this.#context;
    session.edit(messages.selectionCommands.hide, toggleVisible(session.scene.selected, author));
  }

  group(): void {
    const { session, author } = this.#context;
    const selected = session.scene.selected;
    if (selected.length < 2) session.notify(messages.selectionCommands.selectTheShapesThatBelong);
    else
      session.edit(
        named(messages.selectionCommands.group, selected.length),
        groupAll(selected, session.scene.instances, author),
      );
  }

  ungroup(): void {
    const { session, author } = this.#context;
    session.edit(messages.selectionCommands.ungroup, ungroupAll(session.scene.selected, author));
  }

  selectAll(): void {
    const { scene } = this.#context.session;
    scene.select(scene.instances.filter(isShown).map(instance => instance.id));
  }

  /** Selects the next or previous shape in drawing order, round the end, and brings it into view. */
  walk(step: 1 | -1): void {
    const { session, stage } = this.#context;
    const shapes = session.scene.instances.filter(isShown);
    if (shapes.length === 0) return;
    const selected = session.scene.selected.at(-1);
    const at =
      selected === undefined ? (step === 1 ? -1 : 0) : shapes.findIndex(instance => instance.id === selected.id);
    const next = shapes[(at + step + shapes.length) % shapes.length]!;
    session.scene.select([next.id]);
    const bounds = boundsOf([next]);
    if (!meets(bounds, stage.camera.visible)) stage.camera.show(bounds, stage.camera.zoom);
  }

  /** Zooms to the selection. */
  show(): void {
    this.#context.stage.camera.show(boundsOf(this.#context.session.scene.selected));
  }

  /** The part of a move that leaves shapes on the picture. */
  #onPicture(instances: readonly Instance[], delta: Place): Place {
    const { size } = this.#context;
    return size === undefined ? delta : clampMove(boundsOf(instances), delta, size);
  }

  /** Puts copies on top, moved as far as the picture goes, and selects them. */
  #insert(label: string, originals: readonly Instance[], delta: Place): void {
    const { session, size, author } = this.#context;
    if (originals.length === 0) return;
    const made = copyAll(originals, this.#onPicture(originals, delta), author);
    const copies = regroup(
      made,
      originals.map(instance => instance.groupId),
      session.scene.instances,
    );
    session.edit(named(label, copies.length), insertAll(copies));
    session.scene.select(copies.map(instance => instance.id));
    if (
      size !== undefined &&
      !encloses({ minX: 0, minY: 0, maxX: size.width, maxY: size.height }, boundsOf(copies)) &&
      !isEmptyRectangle(boundsOf(copies))
    )
      session.notify(messages.selectionCommands.someOfItLiesOutside);
  }
}

function isShown(instance: Instance): boolean {
  return instance.visible !== false && isVectorInstance(instance) && instance.type !== 'tag';
}

function named(action: string, count: number): string {
  return count > 1 ? messages.selectionCommands.actionShapes(action, count) : action;
}
