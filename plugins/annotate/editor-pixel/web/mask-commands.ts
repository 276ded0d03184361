import type { HistoryMark, Instance } from '#plugins/annotate/annotations/common/index.ts';
import { giveClass, setLocked, setVisible } from '#plugins/annotate/annotations/common/index.ts';
import type { Place } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { partColors } from '#plugins/annotate/annotations/common/raster/index.ts';
import type { Shaping } from '../common/instance-shaping.ts';
import {
  deleteInstances,
  mergeInstances,
  moveInstances,
  shapeInstances,
  splitInstance,
} from '../common/instance-shaping.ts';
import { isProtected } from '../common/paint-rules.ts';
import type { PixelContext } from './pixel-context.ts';
import { ClassType } from '#plugins/workspace/classes/common/index.ts';
import { messages } from './messages.ts';

/** Presses of an arrow key that follow each other within so many milliseconds are one history entry. */
const nudgeGap = 700;

/** Actions of the keyboard and the options bar on the selected objects. Each call is one history entry. */
export class MaskCommands {
  readonly #context: PixelContext;
  #nudge: { readonly mark: HistoryMark; readonly changes: number; readonly at: number } | undefined;
  #lastClassId: number | undefined;

  constructor(context: PixelContext) {
    this.#context = context;
  }

  delete(force: boolean): void {
    const { session, raster } = this.#context;
    const { selected } = session.scene;
    const going = force ? selected : selected.filter(instance => instance.locked !== true);
    if (going.length < selected.length) session.notify(messages.maskCommands.lockedObjectsWereKept);
    if (going.length > 0)
      this.#context.edit(
        going.length === 1 ? messages.maskCommands.deleteText : messages.maskCommands.deleteCountObjects(going.length),
        deleteInstances(raster, going),
      );
  }

  shape(shaping: Shaping): void {
    const { session, raster, paintable, author } = this.#context;
    const selected = this.#free();
    if (selected.length === 0) return;
    const names = {
      grow: messages.maskCommands.grow,
      shrink: messages.shared.shrink,
      smooth: messages.shared.smooth,
      fillHoles: messages.shared.fillHoles,
    } as const;
    const patches = shapeInstances(raster, session.scene.instances, selected, shaping, paintable, author);
    if (patches.length === 0) session.notify(messages.maskCommands.thereWasNothingToChange);
    this.#context.edit(names[shaping.kind], patches);
  }

  merge(): void {
    const { session, author } = this.#context;
    const selected = this.#free();
    if (selected.length < 2) {
      session.notify(messages.maskCommands.selectTheObjectsToMerge);
      return;
    }
    this.#context.edit(messages.maskCommands.mergeObjects, mergeInstances(selected, author));
  }

  split(): void {
    const { session, raster, author } = this.#context;
    const { history } = session;
    const mark = history.mark();
    let split = false;
    for (const instance of this.#free()) {
      const patches = splitInstance(raster, session.scene.instances, instance, author);
      if (patches.length > 0) split = true;
      this.#context.edit(messages.shared.splitIntoConnectedParts, patches);
    }
    history.complete(mark, messages.shared.splitIntoConnectedParts);
    if (!split) session.notify(messages.maskCommands.objectIsInOnePieceAlready);
  }

  /** Moves by whole image pixels. */
  nudge({ x, y }: Place): void {
    const { session, raster, movable, author } = this.#context;
    const selected = this.#free();
    if (selected.length === 0) return;
    const { history } = session;
    const now = performance.now();
    const last = this.#nudge;
    const mark =
      last !== undefined && now - last.at < nudgeGap && history.checkpoint().changes === last.changes
        ? last.mark
        : history.mark();
    this.#context.edit(
      messages.maskCommands.move,
      moveInstances(raster, session.scene.instances, selected, x, y, movable, author),
    );
    history.complete(mark, messages.maskCommands.move);
    this.#nudge = { mark, changes: history.checkpoint().changes, at: now };
  }

  classify(position: number): void {
    const { session, author } = this.#context;
    const chosen = session.classes.filter(one => one.type === ClassType.Object)[position];
    if (chosen !== undefined)
      this.#context.edit(messages.maskCommands.changeClass, giveClass(session.scene.selected, chosen, author));
  }

  chooseClass(position: number): void {
    const chosen = this.#context.session.classes.filter(one => one.type === ClassType.Object)[position];
    if (chosen !== undefined) this.#context.session.setActiveClass(chosen.id);
  }

  /** X: back to the class before, and again. */
  swapClass(): void {
    const { session } = this.#context;
    if (this.#lastClassId === undefined) {
      session.notify(messages.maskCommands.thereIsNoClassBefore);
      return;
    }
    session.setActiveClass(this.#lastClassId);
  }

  /** The active class was another one until now. */
  classLeft(id: number | undefined): void {
    this.#lastClassId = id;
  }

  toggleLock(): void {
    const { session, author } = this.#context;
    const { selected } = session.scene;
    const locked = !selected.every(instance => instance.locked === true);
    this.#context.edit(
      locked ? messages.maskCommands.lock : messages.maskCommands.unlock,
      setLocked(selected, locked, author),
    );
  }

  toggleHide(): void {
    const { session, author } = this.#context;
    const { selected } = session.scene;
    const visible = selected.every(instance => instance.visible === false);
    this.#context.edit(
      visible ? messages.maskCommands.show : messages.maskCommands.hide,
      setVisible(selected, visible, author),
    );
  }

  selectAll(): void {
    const { scene } = this.#context.session;
    scene.select(scene.instances.filter(instance => instance.visible !== false).map(instance => instance.id));
  }

  step(forward: boolean): void {
    const { scene } = this.#context.session;
    const shown = scene.instances.filter(instance => instance.visible !== false && partColors(instance).length > 0);
    if (shown.length === 0) return;
    const [last] = [...scene.selection].slice(-1);
    const at = shown.findIndex(instance => instance.id === last);
    scene.select([shown[(at + (forward ? 1 : shown.length - 1) + (at < 0 && !forward ? 1 : 0)) % shown.length]!.id]);
  }

  /** The selected objects that may be changed; notifies the person when there are none. */
  #free(): readonly Instance[] {
    const { session } = this.#context;
    const free = session.scene.selected.filter(instance => !isProtected(instance) && partColors(instance).length > 0);
    if (free.length === 0)
      session.notify(
        session.scene.selection.size === 0
          ? messages.maskCommands.selectAnObjectFirst
          : messages.maskCommands.selectedObjectsAreLockedOrHidden,
      );
    return free;
  }
}
