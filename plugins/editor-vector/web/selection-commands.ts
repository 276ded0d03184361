import type { Instance } from '#plugins/editor/common/document.ts';
import type { HistoryMark } from '#plugins/editor/common/history.ts';
import type { Place } from '#plugins/editor/common/geometry/place.ts';
import type { Rectangle } from '#plugins/editor/common/geometry/rectangle.ts';
import { centreOf, emptyRectangle, isEmptyRectangle, meets, unite } from '#plugins/editor/common/geometry/rectangle.ts';
import { outlineBounds } from '#plugins/editor/common/geometry/outline.ts';
import { classifyAll, copyAll, deleteAll, insertAll, moveAll, reorderAll, toggleLocked, toggleVisible } from '../common/selection-edits.ts';
import { shapeOutline } from '../common/shape-outline.ts';
import { isVectorInstance } from '../common/shapes.ts';
import type { ShapeClipboard } from './shape-clipboard.ts';
import type { VectorContext } from './vector-context.ts';

/** Presses of an arrow key that follow each other within so many milliseconds are one history entry. */
const nudgeGap = 700;

/** CSS pixels by which a duplicate is set off from its original. */
const duplicateOffset = 12;

/** What the keyboard does with the selected shapes. Each call is one history entry. */
export class SelectionCommands {
  readonly #context: VectorContext;
  readonly #clipboard: ShapeClipboard;
  #nudge: { readonly mark: HistoryMark; readonly changes: number; readonly at: number } | undefined;

  constructor(context: VectorContext, clipboard: ShapeClipboard) {
    this.#context = context;
    this.#clipboard = clipboard;
  }

  delete(force: boolean): void {
    const { session } = this.#context;
    const selected = session.scene.selected;
    const patches = deleteAll(selected, force);
    if (patches.length < selected.length) session.notify(patches.length === 0 ? 'The shape is locked. Press Shift+Delete to delete it anyway.' : `${selected.length - patches.length} locked shapes were kept.`);
    session.edit(named('Delete', patches.length), patches);
  }

  /** Moves by whole image pixels. */
  nudge(delta: Place): void {
    const { session, author } = this.#context;
    const { history } = session;
    const now = performance.now();
    const last = this.#nudge;
    const goesOn = last !== undefined && now - last.at < nudgeGap && history.checkpoint().changes === last.changes;
    const mark = goesOn ? last.mark : history.mark();
    session.edit('Move', moveAll(session.scene.selected, delta, author));
    history.complete(mark, 'Move');
    this.#nudge = { mark, changes: history.checkpoint().changes, at: now };
  }

  copy(): void {
    const { scene } = this.#context.session;
    if (scene.selection.size > 0) this.#clipboard.copy(scene.selected);
  }

  /** Pastes with the middle under the pointer, or a little aside when it is not on the stage. */
  paste(inPlace: boolean): void {
    const { stage, author } = this.#context;
    const { instances } = this.#clipboard;
    if (instances.length === 0) return;
    const middle = centreOf(boundsOf(instances));
    const pointer = stage.input.last?.place;
    const aside = stage.reach(duplicateOffset);
    const delta = inPlace ? { x: 0, y: 0 } : pointer === undefined ? { x: aside, y: aside } : { x: pointer.x - middle.x, y: pointer.y - middle.y };
    this.#insert(named('Paste', instances.length), copyAll(this.#withKnownClasses(instances), delta, author));
  }

  duplicate(): void {
    const { session, stage, author } = this.#context;
    const aside = stage.reach(duplicateOffset);
    this.#insert(named('Duplicate', session.scene.selection.size), copyAll(session.scene.selected, { x: aside, y: aside }, author));
  }

  classify(position: number): void {
    const { session, author } = this.#context;
    const chosen = session.classes.filter(one => one.type === 1)[position];
    if (chosen === undefined) return;
    session.setActiveClass(chosen.id);
    session.edit(`Class ${chosen.name}`, classifyAll(session.scene.selected, chosen, author));
  }

  /** Chooses the class of what is drawn next. */
  chooseClass(position: number): void {
    const chosen = this.#context.session.classes.filter(one => one.type === 1)[position];
    if (chosen !== undefined) this.#context.session.setActiveClass(chosen.id);
  }

  toggleLock(): void {
    const { session, author } = this.#context;
    session.edit('Lock', toggleLocked(session.scene.selected, author));
  }

  toggleHide(): void {
    const { session, author } = this.#context;
    session.edit('Hide', toggleVisible(session.scene.selected, author));
  }

  reorder(to: 'front' | 'back'): void {
    const { scene } = this.#context.session;
    this.#context.session.edit(to === 'front' ? 'To front' : 'To back', reorderAll(scene.instances, scene.selection, to));
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
    const at = selected === undefined ? (step === 1 ? -1 : 0) : shapes.findIndex(instance => instance.id === selected.id);
    const next = shapes[(at + step + shapes.length) % shapes.length]!;
    session.scene.select([next.id]);
    const bounds = boundsOf([next]);
    if (!meets(bounds, stage.camera.visible)) stage.camera.show(bounds, stage.camera.zoom);
  }

  /** Zooms to the selection. */
  show(): void {
    this.#context.stage.camera.show(boundsOf(this.#context.session.scene.selected));
  }

  #insert(label: string, copies: readonly Instance[]): void {
    if (copies.length === 0) return;
    this.#context.session.edit(label, insertAll(copies));
    this.#context.session.scene.select(copies.map(instance => instance.id));
  }

  /** Shapes copied from another project keep no class that this one does not have. */
  #withKnownClasses(instances: readonly Instance[]): readonly Instance[] {
    const known = new Set(this.#context.session.classes.map(one => one.id));
    return instances.map(instance => {
      if (instance.classId === -1 || known.has(instance.classId)) return instance;
      return { ...instance, classId: -1, className: undefined, attributes: [] };
    });
  }
}

/** Bounds of instances in image pixels; empty when none has geometry. */
export function boundsOf(instances: readonly Instance[]): Rectangle {
  return instances.map(instance => outlineBounds(shapeOutline(instance))).filter(bounds => !isEmptyRectangle(bounds)).reduce(unite, emptyRectangle);
}

function isShown(instance: Instance): boolean {
  return instance.visible !== false && isVectorInstance(instance) && instance.type !== 'tag';
}

function named(action: string, count: number): string {
  return count > 1 ? `${action} ${count} shapes` : action;
}
