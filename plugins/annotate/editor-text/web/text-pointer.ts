import type { Disposable } from '#core/base/common/index.ts';
import type { Stretch } from '../common/snap-selection.ts';
import { snapped } from '../common/snap-selection.ts';
import type { TextEntity } from '../common/text-instances.ts';
import { isEntity } from '../common/text-instances.ts';
import { spansUnder } from './block-painter.ts';
import type { ShownSpan } from './span-index.ts';
import type { TextCommands } from './text-commands.ts';
import type { TextContext } from './text-context.ts';
import type { TextSuggestions } from './suggest/text-suggestions.ts';
import type { TextView } from './text-view.ts';
import { ClassType } from '#plugins/workspace/classes/common/index.ts';

/** CSS pixels that the pointer moves before a press is a drag. */
const SLACK = 3;
/** CSS pixels beside the edge in which a drag scrolls, and those of one step. */
const EDGE = 36;
const STEP = 14;

/** Part of the editor that the pointer needs. */
export interface PointedEditor {
  readonly context: TextContext;
  readonly commands: TextCommands;
  readonly suggestions: TextSuggestions;
  readonly view: TextView;
  readonly activeTool: string;
}

interface Press {
  readonly pointerId: number;
  readonly x: number;
  readonly y: number;
  /** Start of it, in UTF-16 units. */
  readonly anchor: number;
  /** An end of a span is dragged. */
  readonly end?: { readonly entity: TextEntity; readonly end: 'start' | 'end' };
  dragging: boolean;
  raw: boolean;
}

/** Marks, selects, drags ends and relates with the pointer. */
export class TextPointer implements Disposable {
  readonly #editor: PointedEditor;
  readonly #ending = new AbortController();
  #press: Press | undefined;
  #last: { readonly x: number; readonly y: number } | undefined;
  #scrolling: number | undefined;
  /** The press that ended was no drag. */
  #clicking = false;
  /** A double click made it; the third click makes it a sentence. */
  #doubled: string | undefined;

  constructor(editor: PointedEditor) {
    this.#editor = editor;
    const { signal } = this.#ending;
    const { surface } = editor.view;
    surface.addEventListener('pointerdown', event => this.#down(event), { signal });
    surface.addEventListener('pointermove', event => this.#move(event), { signal });
    surface.addEventListener('pointerup', event => this.#up(event), { signal });
    // Only this event counts double and triple clicks.
    surface.addEventListener(
      'click',
      event => {
        if (this.#clicking) this.#click(event);
        this.#clicking = false;
      },
      { signal },
    );
    surface.addEventListener('pointercancel', () => this.cancel(), { signal });
    surface.addEventListener('pointerleave', () => editor.context.session.scene.setHover(undefined), { signal });
    // The text is chosen by us, in whole words if the person likes.
    surface.addEventListener(
      'mousedown',
      event => {
        if (event.target !== surface) event.preventDefault();
      },
      { signal },
    );
    surface.addEventListener('dragstart', event => event.preventDefault(), { signal });
  }

  /** Last position of the pointer, in CSS pixels of the window. */
  get last(): { readonly x: number; readonly y: number } | undefined {
    return this.#last;
  }

  /** Gives up what is under way. False when nothing was. */
  cancel(): boolean {
    if (this.#press === undefined) return false;
    const { context } = this.#editor;
    context.session.scene.setDrafts([]);
    context.set({ chosen: undefined });
    this.#release();
    return true;
  }

  dispose(): void {
    this.#release();
    this.#ending.abort();
  }

  #down(event: PointerEvent): void {
    const { view, context } = this.#editor;
    if (event.button !== 0 || this.#press !== undefined || !(event.target instanceof Element)) return;
    // The scroll bar keeps its own clicks.
    if (event.target === view.surface && event.offsetX >= view.surface.clientWidth) return;
    view.surface.focus({ preventScroll: true });
    const relation = event.target.closest<SVGElement>('[data-relation]')?.dataset['relation'];
    if (relation !== undefined) {
      context.session.scene.select([relation]);
      context.set({ chosen: undefined });
      return;
    }
    const anchor = view.placeAt(event.clientX, event.clientY);
    if (anchor === undefined) return;
    const handle = event.target.closest<HTMLElement>('[data-end]')?.dataset['end'];
    const entity = handle === undefined ? undefined : context.selectedEntity;
    view.surface.setPointerCapture(event.pointerId);
    this.#press = {
      pointerId: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      anchor,
      dragging: false,
      raw: event.altKey,
      ...(entity === undefined
        ? {}
        : { end: { entity, end: handle === 'start' ? ('start' as const) : ('end' as const) } }),
    };
  }

  #move(event: PointerEvent): void {
    this.#last = { x: event.clientX, y: event.clientY };
    const press = this.#press;
    if (press === undefined) {
      const under = this.#under(event);
      this.#editor.context.session.scene.setHover(under[0]?.id);
      return;
    }
    press.raw = event.altKey;
    if (!press.dragging && Math.hypot(event.clientX - press.x, event.clientY - press.y) < SLACK) return;
    if (this.#editor.activeTool === 'relation' && press.end === undefined) return;
    press.dragging = true;
    this.#drag();
    this.#scrollAtEdge();
  }

  #up(event: PointerEvent): void {
    const press = this.#press;
    if (press === undefined || press.pointerId !== event.pointerId) return;
    this.#last = { x: event.clientX, y: event.clientY };
    const { context, commands } = this.#editor;
    if (!press.dragging) {
      this.#release();
      this.#clicking = true;
      return;
    }
    this.#drag();
    this.#release();
    if (press.end === undefined) {
      const { chosen } = context.hand;
      if (chosen === undefined || context.session.readOnly) return;
      // With classes and none of them active, the class that is chosen next makes the span.
      if (context.activeClass !== undefined || !context.session.classes.some(each => each.type === ClassType.Object))
        commands.mark(chosen);
      return;
    }
    const draft = context.session.scene.shown(press.end.entity.id);
    context.session.scene.setDrafts([]);
    if (isEntity(draft)) commands.moveTo(press.end.entity, context.index.stretchOf(draft));
  }

  /** Follows the pointer with the chosen text, or with the end of a span. */
  #drag(): void {
    const { context, view } = this.#editor;
    const press = this.#press;
    const place =
      press === undefined || this.#last === undefined ? undefined : view.placeAt(this.#last.x, this.#last.y);
    if (press === undefined || place === undefined) return;
    const unit = press.raw ? 'character' : context.settings.now.snap;
    if (press.end === undefined) {
      const stretch = snapped(
        context.text,
        { start: Math.min(press.anchor, place), end: Math.max(press.anchor, place) },
        unit,
      );
      const empty = press.anchor === place || stretch === undefined;
      context.set({ caret: place, chosen: empty ? undefined : { ...stretch, anchor: press.anchor, focus: place } });
      if (!empty) context.session.scene.select([]);
      return;
    }
    const { entity, end } = press.end;
    if (context.session.readOnly || entity.locked === true) return;
    const stretch = context.index.stretchOf(entity);
    const fixed = end === 'start' ? stretch.end : stretch.start;
    const grown =
      place === fixed
        ? undefined
        : snapped(context.text, { start: Math.min(fixed, place), end: Math.max(fixed, place) }, unit);
    // The end that is not dragged stays where it is, also inside of a word.
    if (grown !== undefined)
      context.session.scene.setDrafts([
        {
          ...entity,
          ...context.rangeOf(place < fixed ? { start: grown.start, end: fixed } : { start: fixed, end: grown.end }),
        },
      ]);
  }

  #click(event: MouseEvent): void {
    const { context, commands, suggestions, view, activeTool } = this.#editor;
    const { scene } = context.session;
    const under = this.#under(event);
    const doubled = this.#doubled;
    this.#doubled = undefined;
    if (activeTool === 'relation') {
      commands.relateWith(under[0]?.id);
      return;
    }
    const place = view.characterAt(event.clientX, event.clientY) ?? 0;
    if (
      event.detail >= 2 &&
      !context.session.readOnly &&
      (doubled !== undefined || under.length === 0 || (event.detail === 2 && scene.selection.size === 0))
    ) {
      const stretch = snapped(context.text, { start: place, end: place }, event.detail === 2 ? 'word' : 'sentence');
      if (stretch === undefined) return;
      if (doubled !== undefined && scene.get(doubled) !== undefined) context.session.undo();
      if (commands.mark(stretch) && event.detail === 2) this.#doubled = scene.summary.selected[0];
      return;
    }
    context.set({ chosen: undefined, caret: view.placeAt(event.clientX, event.clientY) ?? place });
    if (event.ctrlKey || event.metaKey) {
      if (under[0] !== undefined) scene.toggleSelection([under[0].id]);
      return;
    }
    const suggestion =
      under.length > 0 ? undefined : suggestions.open.find(each => each.start <= place && place < each.end);
    if (suggestion !== undefined) {
      suggestions.choose(suggestion.name);
      return;
    }
    const [only] = scene.selected;
    const at = scene.selected.length === 1 ? under.findIndex(each => each.id === only?.id) : -1;
    const next = under[under.length === 0 ? 0 : (at + 1) % under.length];
    scene.select(next === undefined ? [] : [next.id]);
  }

  /** The spans under the pointer, the shortest first. */
  #under(event: MouseEvent): readonly ShownSpan[] {
    const found = document.elementFromPoint(event.clientX, event.clientY)?.closest('[data-at]');
    return found === null || found === undefined
      ? []
      : spansUnder(found).toSorted((one, other) => one.end - one.start - (other.end - other.start));
  }

  /** A drag beyond the edge brings more of the text. */
  #scrollAtEdge(): void {
    this.#scrolling ??= requestAnimationFrame(() => {
      this.#scrolling = undefined;
      if (this.#press?.dragging !== true || this.#last === undefined) return;
      const { surface } = this.#editor.view;
      const { top, bottom } = surface.getBoundingClientRect();
      const by = this.#last.y < top + EDGE ? -STEP : this.#last.y > bottom - EDGE ? STEP : 0;
      const before = surface.scrollTop;
      surface.scrollTop += by;
      if (surface.scrollTop === before) return;
      this.#drag();
      this.#scrollAtEdge();
    });
  }

  #release(): void {
    const { surface } = this.#editor.view;
    if (this.#press !== undefined && surface.hasPointerCapture(this.#press.pointerId))
      surface.releasePointerCapture(this.#press.pointerId);
    this.#press = undefined;
    if (this.#scrolling !== undefined) cancelAnimationFrame(this.#scrolling);
    this.#scrolling = undefined;
  }
}

/** The stretch around a place for something that is about a place: the word there, or the character. */
export function stretchAround(text: string, place: number): Stretch {
  return (
    snapped(text, { start: place, end: place }, 'word') ?? {
      start: Math.min(place, Math.max(0, text.length - 1)),
      end: Math.min(text.length, place + 1),
    }
  );
}
