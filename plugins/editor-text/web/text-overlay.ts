import type { Stretch } from '../common/snap-selection.ts';
import type { TextContext } from './text-context.ts';
import type { TextSearch } from './find/text-search.ts';
import type { Box, TextView } from './text-view.ts';
import classes from './text.module.css';

/** As many hits are drawn at most, around those in view. */
const MOST = 400;

/** Draws what is chosen, found and held over the text: below the letters and above them. */
export class TextOverlay {
  readonly #under = document.createElement('div');
  readonly #over = document.createElement('div');

  constructor(private readonly context: TextContext, private readonly search: TextSearch, private readonly view: TextView) {
    this.#under.className = classes['under']!;
    this.#over.className = classes['over']!;
    for (const element of [this.#under, this.#over]) element.setAttribute('aria-hidden', 'true');
    view.content.prepend(this.#under);
    view.content.append(this.#over);
  }

  /** Measures what is to be drawn; the answer draws it. */
  prepare(): () => void {
    const { chosen, caret } = this.context.hand;
    const under = [...this.#hits(), ...(chosen === undefined ? [] : this.view.boxesOf(chosen).map(box => placed('chosen', box)))];
    const over = [...this.#caret(chosen?.focus ?? caret), ...this.#handles()];
    return () => {
      this.#under.replaceChildren(...under);
      this.#over.replaceChildren(...over);
    };
  }

  #hits(): readonly HTMLElement[] {
    const { state } = this.search;
    if (!state.opened || state.hits.length === 0) return [];
    const blocks = [...this.view.shown.keys()];
    const from = this.view.stretchOf(Math.min(...blocks)).start;
    const to = this.view.stretchOf(Math.max(...blocks)).end;
    const shown: Stretch[] = state.hits.filter(each => each.end > from && each.start < to).slice(0, MOST);
    return shown.flatMap(hit => this.view.boxesOf(hit).map(box => {
      const element = placed('hit', box);
      element.dataset['current'] = String(hit === this.search.hit);
      return element;
    }));
  }

  #caret(place: number): readonly HTMLElement[] {
    const before = place > 0 && this.context.text[place - 1] !== '\n';
    const [box] = this.view.boxesOf(before ? { start: place - 1, end: place } : { start: place, end: place + 1 }).slice(before ? -1 : 0);
    if (box === undefined) return [];
    const leftwards = this.#isRightToLeft(place);
    return [placed('caret', { ...box, left: before === leftwards ? box.left : box.left + box.width, width: 2 })];
  }

  #handles(): readonly HTMLElement[] {
    const entity = this.context.selectedEntity;
    if (entity === undefined || entity.locked === true || entity.visible === false || this.context.session.readOnly) return [];
    const { start, end } = this.context.index.get(entity.id) ?? this.context.index.stretchOf(entity);
    const edge = (which: 'start' | 'end', stretch: Stretch): readonly HTMLElement[] => {
      const box = which === 'start' ? this.view.boxesOf(stretch)[0] : this.view.boxesOf(stretch).at(-1);
      if (box === undefined) return [];
      const atRight = (which === 'end') !== this.#isRightToLeft(stretch.start);
      const element = placed('handle', { ...box, left: atRight ? box.left + box.width : box.left, width: 10 });
      element.dataset['end'] = which;
      return [element];
    };
    return [...edge('start', { start, end: start + 1 }), ...edge('end', { start: end - 1, end })];
  }

  #isRightToLeft(place: number): boolean {
    const element = this.view.shown.get(this.view.blockAt(place));
    return element !== undefined && getComputedStyle(element).direction === 'rtl';
  }
}

function placed(name: string, { left, top, width, height }: Box): HTMLElement {
  const element = document.createElement('div');
  element.className = classes[name]!;
  Object.assign(element.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  return element;
}
