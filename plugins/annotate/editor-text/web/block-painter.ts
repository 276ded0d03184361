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

/** CSS pixels that a letter of the text and one of a label take about. */
const LETTER = 7.5;
const LABEL_LETTER = 5.8;

/** What painting needs to know. */
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
  const labelled = segments.filter(segment => beginner(segment) !== undefined);
  element.replaceChildren(
    ...segments.map(segment => {
      const made = document.createElement('span');
      made.dataset['at'] = String(segment.start);
      made.textContent = paint.text.slice(segment.start, segment.end);
      if (segment.spans.length > 0) dress(made, segment, lanes, paint);
      const own = paint.labels ? beginner(segment) : undefined;
      if (own !== undefined) {
        const next = labelled[labelled.indexOf(segment) + 1]?.start ?? stretch.end + 20;
        const label = fitting(paint.nameOf(own), (next - segment.start) * LETTER);
        if (label !== '') made.dataset['label'] = label;
      }
      return made;
    }),
  );
}

/** The lowest span that begins with a segment: its name stands over it. */
const beginner = ({ start, spans }: Segment<ShownSpan>): ShownSpan | undefined =>
  spans.find(each => each.start === start);

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
  const lit = segment.spans.find(each => selection.has(each.id)) ?? segment.spans.find(each => each.id === hover);
  const tint =
    lit === undefined
      ? []
      : [`color-mix(in srgb, ${paint.colorOf(lit)} ${selection.has(lit.id) ? 28 : 14}%, transparent)`];
  element.style.background = [...layers, ...tint].join(', ');
  if (lit !== undefined && selection.has(lit.id)) element.dataset['selected'] = 'true';
}
