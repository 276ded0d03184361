import type { Stretch } from '../common/snap-selection.ts';
import type { TextContext } from './text-context.ts';
import type { TextSearch } from './find/text-search.ts';
import type { TextSuggestions } from './suggest/text-suggestions.ts';
import type { Box, TextView } from './text-view.ts';
import classes from './text.module.css';

/** As many hits are drawn at most, around those in view. */
const MOST = 400;

/** Draws what is chosen, found and held over the text: below the letters and above them. */
export class TextOverlay {
  readonly #under = document.createElement('div');
  readonly #over = document.createElement('div');

  constructor(
    private readonly context: TextContext,
    private readonly search: TextSearch,
    private readonly suggestions: TextSuggestions,
    private readonly view: TextView,
  ) {
    this.#under.className = classes['under']!;
    this.#over.className = classes['over']!;
    for (const element of [this.#under, this.#over]) element.setAttribute('aria-hidden', 'true');
    view.content.prepend(this.#under);
    view.content.append(this.#over);
  }

  /** Measures what is to be drawn; the answer draws it. */
  prepare(): () => void {
    const { chosen, caret, relationFrom } = this.context.hand;
    const under = [
      ...this.#suggested(),
      ...this.#relationStart(relationFrom),
      ...this.#hits(),
      ...(chosen === undefined ? [] : this.view.boxesOf(chosen).map(box => placed('chosen', box))),
    ];
    const over = [...this.#caret(chosen?.focus ?? caret), ...this.#handles()];
    return () => {
      this.#under.replaceChildren(...under);
      this.#over.replaceChildren(...over);
    };
  }

  /** The span that the relation being made begins at. */
  #relationStart(id: string | undefined): readonly HTMLElement[] {
    const span = id === undefined ? undefined : this.context.index.get(id);
    return span === undefined ? [] : this.view.boxesOf(span).map(box => placed('relationStart', box));
  }

  #hits(): readonly HTMLElement[] {
    const { state } = this.search;
    if (!state.opened || state.hits.length === 0) return [];
    return this.#inView(state.hits).flatMap(hit =>
      this.view.boxesOf(hit).map(box => {
        const element = placed('hit', box);
        element.dataset['current'] = String(hit === this.search.hit);
        return element;
      }),
    );
  }

  #suggested(): readonly HTMLElement[] {
    const { open, current } = this.suggestions;
    return this.#inView(open).flatMap(suggestion =>
      this.view.boxesOf(suggestion).map(box => {
        const element = placed('suggestion', box);
        element.dataset['current'] = String(suggestion === current);
        element.style.setProperty('--class', suggestion.owner.color);
        return element;
      }),
    );
  }

  /** Of stretches in the order of the text, those that are laid out. */
  #inView<S extends Stretch>(stretches: readonly S[]): readonly S[] {
    const blocks = [...this.view.shown.keys()];
    if (stretches.length === 0 || blocks.length === 0) return [];
    const from = this.view.stretchOf(Math.min(...blocks)).start;
    const to = this.view.stretchOf(Math.max(...blocks)).end;
    let [low, high] = [0, stretches.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (stretches[middle]!.end <= from) low = middle + 1;
      else high = middle;
    }
    const shown: S[] = [];
    for (let at = low; at < stretches.length && stretches[at]!.start < to && shown.length < MOST; at += 1)
      shown.push(stretches[at]!);
    return shown;
  }

  #caret(place: number): readonly HTMLElement[] {
    const before = place > 0 && this.context.text[place - 1] !== '\n';
    const [box] = this.view
      .boxesOf(before ? { start: place - 1, end: place } : { start: place, end: place + 1 })
      .slice(before ? -1 : 0);
    if (box === undefined) return [];
    const leftwards = this.#isRightToLeft(place);
    return [placed('caret', { ...box, left: before === leftwards ? box.left : box.left + box.width, width: 2 })];
  }

  #handles(): readonly HTMLElement[] {
    const entity = this.context.selectedEntity;
    if (entity === undefined || entity.locked === true || entity.visible === false || this.context.session.readOnly)
      return [];
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
