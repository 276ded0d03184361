import type { Instance, Patch } from '#plugins/annotate/annotations/common/index.ts';
import {
  classTypeOf,
  giveClass,
  insertInstance,
  setLocked,
  setVisible,
} from '#plugins/annotate/annotations/common/index.ts';
import { sameStrings } from '../common/same-strings.ts';
import type { Stretch } from '../common/snap-selection.ts';
import { movedEdge, movedEnd, snapped } from '../common/snap-selection.ts';
import { deleteInstances, isRelated, markAll, moveEnds } from '../common/text-edits.ts';
import type { TextEntity } from '../common/text-instances.ts';
import { isEntity, newEntity, newRelation } from '../common/text-instances.ts';
import type { TextContext } from './text-context.ts';
import { ClassType } from '#plugins/workspace/classes/common/index.ts';
import { messages } from './messages.ts';

/** Actions of commands on the screen. */
export interface TextScreen {
  /** Brings a place into view, in UTF-16 units. */
  reveal(place: number): void;
  /**
   * The place a line above or below another one, nearest to `x` in the window or to its own; undefined beyond the first
   * and last line.
   */
  lineBeside(
    place: number,
    down: boolean,
    x: number | undefined,
  ): { readonly place: number; readonly x: number } | undefined;
}

/** The commands of the text editor; each is one entry of the history. */
export class TextCommands {
  readonly #context: TextContext;
  readonly #screen: TextScreen;
  /** Last place of the caret in a move by lines, and the column it keeps. */
  #column: { readonly place: number; readonly x: number } | undefined;

  constructor(context: TextContext, screen: TextScreen) {
    this.#context = context;
    this.#screen = screen;
  }

  /** Makes a span of a stretch in the active class and selects it. */
  mark(chosen: Stretch): boolean {
    const { session, activeClass, author, text } = this.#context;
    // Half of a character can be nothing of a document.
    const stretch = snapped(text, chosen, 'character');
    if (session.readOnly || stretch === undefined) return false;
    const entity = newEntity(this.#context.rangeOf(stretch), activeClass, author);
    session.edit(messages.textCommands.markName(activeClass?.name ?? 'text'), [insertInstance(entity)]);
    if (activeClass === undefined && session.scene.instances.filter(isEntity).length === 1)
      session.notify(messages.textCommands.markedWithoutAClass);
    this.#context.set({ chosen: undefined, caret: stretch.end });
    session.scene.select([entity.id]);
    return true;
  }

  /** Marks the chosen text. False when none is chosen. */
  markChosen(): boolean {
    const { chosen } = this.#context.hand;
    return chosen !== undefined && chosen.start < chosen.end && this.mark(chosen);
  }

  /** The class at a place of the list: for what is selected, for the chosen text, and for what comes next. */
  classify(position: number): void {
    const { session, hand, author } = this.#context;
    const relating =
      session.scene.selected.length > 0 && session.scene.selected.every(each => each.type === 'relationship');
    const chosen = (
      relating ? this.#context.relationClasses : session.classes.filter(each => each.type === ClassType.Object)
    )[position];
    if (chosen === undefined) return;
    if (!relating) session.setActiveClass(chosen.id);
    if (hand.chosen !== undefined) {
      this.markChosen();
      return;
    }
    const { selected } = session.scene;
    session.edit(
      messages.textCommands.changeClass,
      giveClass(
        selected.filter(each => classTypeOf(each) === chosen.type),
        chosen,
        author,
      ),
    );
  }

  /** The class of relations at a place of their list. */
  chooseRelationClass(position: number): void {
    const chosen = this.#context.relationClasses[position];
    if (chosen !== undefined) this.#context.set({ relationClassId: chosen.id });
  }

  delete(): void {
    const { scene } = this.#context.session;
    const patches = deleteInstances(scene.instances, scene.selected);
    if (patches.length === 0) this.#context.session.notify(messages.textCommands.whatIsLockedStays);
    this.#edit(
      patches.length === 1 ? messages.textCommands.deleteText : messages.textCommands.deleteCount(patches.length),
      patches,
    );
  }

  toggleLock(): void {
    const { scene } = this.#context.session;
    this.#edit(
      messages.textCommands.lock,
      setLocked(
        scene.selected,
        scene.selected.some(each => each.locked !== true),
        this.#context.author,
      ),
    );
  }

  toggleHide(): void {
    const { scene } = this.#context.session;
    this.#edit(
      messages.textCommands.hide,
      setVisible(
        scene.selected,
        scene.selected.every(each => each.visible === false),
        this.#context.author,
      ),
    );
  }

  selectAll(): void {
    const { scene } = this.#context.session;
    scene.select(scene.instances.filter(each => each.visible !== false).map(each => each.id));
  }

  /**
   * Selects the next or previous span as they are read, from the selected one or from the caret; nothing beyond the
   * last one.
   */
  step(forward: boolean): void {
    const next = this.#context.spanBeside(forward);
    if (next === undefined) return;
    this.#context.session.scene.select([next.id]);
    this.#context.set({ chosen: undefined, caret: next.end });
    this.#screen.reveal(next.start);
  }

  /** Moves one end of the selected span by a unit. */
  moveEnd(end: 'start' | 'end', forward: boolean): void {
    const entity = this.#context.selectedEntity;
    if (entity === undefined) return;
    const {
      text,
      index,
      settings: {
        now: { snap },
      },
    } = this.#context;
    const stretch = index.stretchOf(entity);
    const moved = movedEnd(text, stretch[end], end, forward, snap);
    this.moveTo(entity, { ...stretch, [end]: moved });
    this.#screen.reveal(Math.max(0, end === 'start' ? moved : moved - 1));
  }

  /** Gives a span other ends. */
  moveTo(entity: TextEntity, stretch: Stretch): void {
    this.#edit(messages.textCommands.moveEnd, moveEnds(entity, this.#context.rangeOf(stretch), this.#context.author));
  }

  /** Moves the caret; with `choosing` the text between is chosen. Without, it leaves the selected span at that end. */
  moveCaret(forward: boolean, choosing: boolean): void {
    const { text, hand, settings, selectedEntity, index } = this.#context;
    if (!choosing && selectedEntity !== undefined) {
      const { start, end } = index.stretchOf(selectedEntity);
      return this.#putCaret(forward ? end : start, false);
    }
    const caret = movedEdge(text, hand.chosen?.focus ?? hand.caret, forward, settings.now.snap);
    // The first unit is chosen from its own other end, without the gap before it.
    this.#putCaret(caret, choosing, movedEdge(text, caret, !forward, settings.now.snap));
  }

  /** Moves the caret to the line above or below, and keeps its column over shorter lines. */
  moveLine(down: boolean, choosing: boolean): void {
    const { text, hand, selectedEntity, index } = this.#context;
    const from =
      selectedEntity === undefined ? (hand.chosen?.focus ?? hand.caret) : index.stretchOf(selectedEntity).start;
    const goal = this.#column?.place === from ? this.#column.x : undefined;
    const beside = this.#screen.lineBeside(from, down, goal);
    this.#putCaret(beside?.place ?? (down ? text.length : 0), choosing, from);
    this.#column = beside;
  }

  #putCaret(caret: number, choosing: boolean, origin = caret): void {
    const {
      text,
      hand,
      session,
      settings: {
        now: { snap },
      },
    } = this.#context;
    if (!choosing) session.scene.select([]);
    const anchor = hand.chosen?.anchor ?? origin;
    const stretch =
      choosing && caret !== anchor
        ? snapped(text, { start: Math.min(anchor, caret), end: Math.max(anchor, caret) }, snap)
        : undefined;
    this.#context.set({ caret, chosen: stretch === undefined ? undefined : { ...stretch, anchor, focus: caret } });
    this.#screen.reveal(Math.min(caret, Math.max(0, text.length - 1)));
  }

  /** Marks all places that say the same as the selected span, in its class. */
  markSame(): void {
    const { session, index, text, author } = this.#context;
    const entity = this.#context.selectedEntity;
    if (entity === undefined) {
      session.notify(messages.textCommands.selectOneSpanFirst);
      return;
    }
    const { start, end } = index.stretchOf(entity);
    const whole = snapped(text, { start, end }, 'word');
    const places = sameStrings(text, text.slice(start, end), {
      exactCase: true,
      wholeWords: whole?.start === start && whole.end === end,
    });
    const owner = session.classes.find(each => each.id === entity.classId);
    const patches = markAll(
      session.scene.instances,
      places.map(each => this.#context.rangeOf(each)),
      owner,
      author,
    );
    this.#edit(messages.textCommands.markCountSame(patches.length), patches);
    session.notify(
      patches.length === 0
        ? messages.textCommands.allPlacesThatSay
        : patches.length === 1
          ? messages.textCommands.oneMorePlaceIsMarked
          : messages.textCommands.countMorePlacesAreMarked(patches.length),
    );
  }

  /** Marks stretches that a search found. */
  markHits(hits: readonly Stretch[]): number {
    const { session, activeClass, author } = this.#context;
    const patches = markAll(
      session.scene.instances,
      hits.map(each => this.#context.rangeOf(each)),
      activeClass,
      author,
    );
    this.#edit(
      patches.length === 1
        ? messages.textCommands.markName(activeClass?.name ?? 'text')
        : messages.textCommands.markCountFound(patches.length),
      patches,
    );
    return patches.length;
  }

  /**
   * Names the next end of a relation: the first is where it begins, the second where it goes. Nothing named starts
   * over.
   */
  relateWith(id: string | undefined): void {
    const { relationFrom } = this.#context.hand;
    if (id === undefined || relationFrom === undefined) this.#context.set({ relationFrom: id });
    else if (this.relate(relationFrom, id)) this.#context.set({ relationFrom: undefined });
  }

  /** Makes a relation between two spans. False when it is there already or cannot be. */
  relate(from: string, to: string): boolean {
    const { session, relationClass, author } = this.#context;
    if (session.readOnly || from === to) return false;
    if (isRelated(session.scene.instances, from, to, relationClass?.id ?? -1)) {
      session.notify(messages.textCommands.thisRelationIsThereAlready);
      return false;
    }
    const relation = newRelation(from, to, relationClass, author);
    session.edit(messages.textCommands.relateName(relationClass?.name ?? '').trim(), [insertInstance(relation)]);
    if (relationClass === undefined) session.notify(messages.textCommands.relatedWithoutAClass);
    session.scene.select([relation.id]);
    return true;
  }

  /** The text of what is selected or chosen, for the clipboard. */
  copiedText(): string | undefined {
    const { hand, text, index, session } = this.#context;
    if (hand.chosen !== undefined) return text.slice(hand.chosen.start, hand.chosen.end);
    const spans = session.scene.selected.filter(isEntity).map((each: Instance & TextEntity) => index.stretchOf(each));
    return spans.length === 0 ? undefined : spans.map(({ start, end }) => text.slice(start, end)).join('\n');
  }

  #edit(label: string, patches: readonly Patch[]): void {
    this.#context.session.edit(label, patches);
  }
}
