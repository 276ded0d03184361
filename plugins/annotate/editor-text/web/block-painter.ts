import type { Scene } from '#plugins/annotate/editor/web/kit/index.ts';
import type { Segment } from '../common/block-segments.ts';
import { blockSegments } from '../common/block-segments.ts';
import type { Stretch } from '../common/snap-selection.ts';
import { messages } from './messages.ts';
import type { ShownSpan, SpanIndex } from './span-index.ts';
import classes from './text.module.css';

/** CSS pixels of a lane: the line of a span and the room below it. */
const LANE = 5;
const BAR = 3;

/** CSS pixels of the names of spans above their words, and of a lane of arcs above the names. */
export const LABEL = 13;
export const ARC = 12;

/** Share of the class colour in the tint of its span, in percent: at rest, under the pointer, and selected. */
const TINTS = { resting: 14, hovered: 24, selected: 38 } as const;

/** CSS pixels that a letter of the text and one of a label take about. */
const LETTER = 7.5;
const LABEL_LETTER = 6;

/** Facts for painting a block. */
export interface BlockPaint {
  readonly text: string;
  readonly index: SpanIndex;
  readonly scene: Scene;
  readonly labels: boolean;
  stretchOf(block: number): Stretch;
  /** The number of the page that begins at a place of the text, where one does. */
  pageAt(place: number): number | undefined;
  colorOf(span: ShownSpan): string;
  nameOf(span: ShownSpan): string;
}

const spansOf = new WeakMap<Element, readonly ShownSpan[]>();

/** The spans that lie over the element of a segment. */
export const spansUnder = (element: Element): readonly ShownSpan[] => spansOf.get(element) ?? [];

/** Fills the element of a block with its text, its spans as lines under it. */
export function paintBlock(paint: BlockPaint, block: number, element: HTMLElement): void {
  const stretch = paint.stretchOf(block);
  const lanes = paint.index.lanesIn(block);
  element.style.setProperty('--lanes', String(lanes));
  element.style.setProperty('--lane', `${LANE}px`);
  element.style.setProperty('--above', `${spaceAbove(paint, block)}px`);
  const page = paint.pageAt(stretch.start);
  if (page !== undefined) element.dataset['page'] = messages.blockPainter.textOfAPdfPage(page);
  const segments = blockSegments(stretch, paint.index.inBlock(block));
  if (segments.length === 0) {
    const empty = document.createElement('span');
    empty.dataset['at'] = String(stretch.start);
    empty.append(document.createElement('br'));
    element.replaceChildren(empty);
    return;
  }
  const labelled = segments.filter(segment => beginners(segment).length > 0);
  element.replaceChildren(
    ...segments.map(segment => {
      const made = document.createElement('span');
      made.dataset['at'] = String(segment.start);
      made.textContent = paint.text.slice(segment.start, segment.end);
      if (segment.spans.length > 0) dress(made, segment, lanes, paint);
      if (paint.labels && segment.spans.length > 0) {
        const next = labelled[labelled.indexOf(segment) + 1]?.start ?? stretch.end + 20;
        made.append(...labelsOf(segment, (next - segment.start) * LETTER, paint));
      }
      return made;
    }),
  );
}

/** CSS pixels above the words of a block, for the names of its spans and for arcs. */
export function spaceAbove({ index, labels }: Pick<BlockPaint, 'index' | 'labels'>, block: number): number {
  const arcs = Math.max(-1, ...index.arcsIn(block).values()) + 1;
  return (labels ? index.labelsIn(block) * LABEL : 0) + arcs * ARC;
}

/** The spans that begin with a segment, the lowest lane first: their names are drawn above it. */
const beginners = ({ start, spans }: Segment<ShownSpan>): readonly ShownSpan[] =>
  spans.filter(each => each.start === start);

/** Names above each other. They hold no text, so that the words of the block stay those of the document. */
function labelsOf(segment: Segment<ShownSpan>, pixels: number, paint: BlockPaint): readonly HTMLElement[] {
  return beginners(segment).flatMap((span, at) => {
    const name = fitting(paint.nameOf(span), pixels);
    if (name === '') return [];
    const label = document.createElement('span');
    label.className = classes['label']!;
    label.dataset['label'] = name;
    label.style.setProperty('--class', paint.colorOf(span));
    label.style.top = `${-LABEL * (at + 1)}px`;
    if (paint.scene.selection.has(span.id)) label.dataset['selected'] = 'true';
    return [label];
  });
}

function fitting(name: string, pixels: number): string {
  const letters = Math.floor(pixels / LABEL_LETTER) - 1;
  if (name.length <= letters) return name;
  return letters < 3 ? '' : `${name.slice(0, letters - 1)}…`;
}

function dress(element: HTMLElement, segment: Segment<ShownSpan>, lanes: number, paint: BlockPaint): void {
  spansOf.set(element, segment.spans);
  element.className = classes['marked']!;
  const { selection, hover } = paint.scene;
  const layers = segment.spans.map(span => {
    const color = paint.colorOf(span);
    const [left, right] = [span.start === segment.start ? 1 : 0, span.end === segment.end ? 1 : 0];
    const up = (lanes - 1 - span.lane) * LANE + (LANE - BAR) / 2;
    return `linear-gradient(${color}, ${color}) ${left}px calc(100% - ${up}px) / calc(100% - ${left + right}px) ${BAR}px no-repeat`;
  });
  if (segment.spans.some(each => each.instance.error === true)) element.dataset['disapproved'] = 'true';
  const lit = segment.spans.find(each => selection.has(each.id)) ?? segment.spans.find(each => each.id === hover);
  const tinted = lit ?? segment.spans.at(-1)!;
  const strength = lit === undefined ? TINTS.resting : selection.has(lit.id) ? TINTS.selected : TINTS.hovered;
  element.style.background = [...layers, `color-mix(in srgb, ${paint.colorOf(tinted)} ${strength}%, transparent)`].join(
    ', ',
  );
}
