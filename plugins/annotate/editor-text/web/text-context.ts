import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import { ClassType } from '#plugins/workspace/classes/common/index.ts';
import type { EditorSession } from '#plugins/annotate/editor/web/kit/index.ts';
import { SessionContext } from '#plugins/annotate/editor/web/kit/index.ts';
import { CodePoints } from '../common/code-points.ts';
import type { Stretch } from '../common/snap-selection.ts';
import type { TextBlocks } from '../common/text-blocks.ts';
import { textBlocks } from '../common/text-blocks.ts';
import type { TextEntity } from '../common/text-instances.ts';
import { isEntity } from '../common/text-instances.ts';
import { SpanIndex } from './span-index.ts';
import type { TextSettings } from './text-settings.ts';

/** State of the editing person that is no part of the document. Places in UTF-16 units. */
export interface TextHand {
  /** Chosen text that is no span yet, and the places between which it was chosen: `focus` is the one that moves. */
  readonly chosen: (Stretch & { readonly anchor: number; readonly focus: number }) | undefined;
  readonly caret: number;
  /** The span a relation begins at. */
  readonly relationFrom: string | undefined;
  /** The class of relations that are made next; the first one when undefined. */
  readonly relationClassId: number | undefined;
}

/** An open text: what it says, where its spans lie, and what is chosen in it. */
export class TextContext extends SessionContext {
  readonly points: CodePoints;
  readonly blocks: TextBlocks;
  readonly index: SpanIndex;
  readonly #listeners = new Set<() => void>();
  #hand: TextHand = { chosen: undefined, caret: 0, relationFrom: undefined, relationClassId: undefined };

  constructor(
    session: EditorSession,
    readonly text: string,
    readonly settings: TextSettings,
  ) {
    super(session);
    this.points = new CodePoints(text);
    this.blocks = textBlocks(text);
    this.index = new SpanIndex(this.points, this.blocks.starts);
    this.reindex(session.scene.instances.map(each => each.id));
  }

  get hand(): TextHand {
    return this.#hand;
  }

  set(change: Partial<TextHand>): void {
    this.#hand = { ...this.#hand, ...change };
    for (const listener of this.#listeners) listener();
  }

  /** Calls back when what is chosen changed. */
  onHand(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Instances, or drafts of them, changed. Answers the blocks that look different. */
  reindex(ids: Iterable<string>): ReadonlySet<number> {
    return this.index.update(ids, id => this.session.scene.shown(id));
  }

  /** A place in UTF-16 units as documents count it. */
  rangeOf({ start, end }: Stretch): { readonly start: number; readonly end: number } {
    return { start: this.points.ofUnit(start), end: this.points.ofUnit(end) };
  }

  get relationClasses(): readonly AnnotationClass[] {
    return this.session.classes.filter(each => each.type === ClassType.Relationship);
  }

  get relationClass(): AnnotationClass | undefined {
    const known = this.relationClasses;
    return known.find(each => each.id === this.#hand.relationClassId) ?? known[0];
  }

  /** The one selected span; undefined when none or several are selected. */
  get selectedEntity(): TextEntity | undefined {
    const { selected } = this.session.scene;
    return selected.length === 1 && isEntity(selected[0]) ? selected[0] : undefined;
  }

  /**
   * The next or previous span as they are read, from the selected one or from the caret; undefined beyond the last one.
   * Offsets in UTF-16 units.
   */
  spanBeside(forward: boolean): SpanIndex['ordered'][number] | undefined {
    const { ordered } = this.index;
    const at = ordered.findIndex(each => this.session.scene.selection.has(each.id));
    if (at >= 0) return ordered[at + (forward ? 1 : -1)];
    const { caret } = this.#hand;
    return forward ? ordered.find(each => each.start >= caret) : ordered.findLast(each => each.start < caret);
  }

  /** The words of a span, on one line and no longer than `most` characters. */
  quote(entity: TextEntity, most = 60): string {
    const { start, end } = this.index.stretchOf(entity);
    const words = this.text
      .slice(start, Math.min(end, start + most * 2))
      .replaceAll(/\s+/g, ' ')
      .trim();
    const letters = Array.from(words);
    return letters.length <= most && end - start <= most * 2 ? words : `${letters.slice(0, most - 1).join('')}…`;
  }
}
