import { plainColor } from '#plugins/annotate/editor/web/kit/index.ts';
import type { ArcEnd, ArcPlace, ArcRoute } from '../common/arc-route.ts';
import { arcRoute, arcTail, roundedPath } from '../common/arc-route.ts';
import type { TextRelation } from '../common/text-instances.ts';
import { ARC, LABEL } from './block-painter.ts';
import type { TextContext } from './text-context.ts';
import type { Box, TextView } from './text-view.ts';
import classes from './text.module.css';
import { messages } from './messages.ts';

const SVG = 'http://www.w3.org/2000/svg';
/** CSS pixels between the highest name of a row and its lowest arc, and between the text and the arcs beside it. */
const GAP = 5;
const MARGIN = 8;
const MARGIN_LANE = 4;
/** As many are drawn at most. */
const MOST = 300;

interface RowEnd extends ArcEnd {
  /** Number of its lane, 0 next to the text. */
  readonly at: number;
}

/**
 * Draws relations as arcs in lanes between the rows and beside the text; one whose other end is not laid out is a tail
 * that points to it.
 */
export class RelationArcs {
  /** By block, while a frame is drawn. */
  readonly #lanes = new Map<number, ReadonlyMap<string, number>>();
  readonly #svg = document.createElementNS(SVG, 'svg');

  constructor(
    private readonly context: TextContext,
    private readonly view: TextView,
  ) {
    this.#svg.setAttribute('class', classes['arcs']!);
    this.#svg.setAttribute('aria-hidden', 'true');
    this.#svg.style.zIndex = '2';
    this.#svg.style.pointerEvents = 'none';
    view.content.append(this.#svg);
  }

  /** Measures what is to be drawn; the answer draws it. */
  prepare(): () => void {
    const relations = new Map<string, TextRelation>();
    for (const block of this.view.shown.keys()) {
      for (const span of this.context.index.inBlock(block))
        for (const relation of this.context.index.relationsOf(span.id)) relations.set(relation.id, relation);
    }
    this.#lanes.clear();
    const drawn = [...relations.values()].slice(0, MOST).flatMap(relation => this.#arc(relation));
    return () => this.#svg.replaceChildren(...drawn);
  }

  #arc(relation: TextRelation): readonly SVGElement[] {
    const [from, to] = [this.#end(relation, relation.from, true), this.#end(relation, relation.to, false)];
    if (from === undefined && to === undefined) return [];
    const { scene, classes: known } = this.context.session;
    const owner = known.find(each => each.id === relation.classId);
    const color = owner?.color ?? plainColor;
    const lit =
      scene.selection.has(relation.id) ||
      scene.hover === relation.id ||
      [relation.from, relation.to].some(id => scene.selection.has(id));
    const edges = { margin: this.#margin((from ?? to)!) };
    const { lines, tip, name } =
      from !== undefined && to !== undefined
        ? arcRoute(from, to, edges)
        : arcTail((from ?? to)!, from !== undefined, this.#isBelow(relation, from !== undefined), edges);
    const path = roundedPath(lines);
    const title = document.createElementNS(SVG, 'title');
    title.textContent = `${owner?.name ?? messages.relationArcs.relation}: ${this.#quote(relation.from)} → ${this.#quote(relation.to)}`;
    const target = made('path', { d: path, class: classes['arcTarget']! });
    target.dataset['relation'] = relation.id;
    target.append(title);
    return [
      made('path', {
        d: path,
        class: from === undefined || to === undefined ? `${classes['arc']} ${classes['tail']}` : classes['arc']!,
        stroke: color,
        'data-lit': String(lit),
      }),
      made('path', { d: arrow(tip), fill: color }),
      ...(lit || this.context.settings.now.labels ? [named(owner?.name ?? '', name)] : []),
      target,
    ];
  }

  /** Ends of an arc at a span: above the names over its begin. Arcs leave at the begin, and arrive a little further. */
  #end(relation: TextRelation, id: string, leaves: boolean): RowEnd | undefined {
    const { index, settings } = this.context;
    const span = index.get(id);
    if (span === undefined) return undefined;
    const [box] = this.view.boxesOf({ start: span.start, end: Math.min(span.end, span.start + 200) }) as readonly (
      | Box
      | undefined
    )[];
    if (box === undefined) return undefined;
    const block = this.view.blockAt(span.start);
    const lane = this.#lanesIn(block).get(relation.id) ?? 0;
    const { labels } = settings.now;
    const rightToLeft = getComputedStyle(this.view.shown.get(block)!).direction === 'rtl';
    const inset = Math.min(box.width / 2, leaves ? 6 : 14);
    return {
      x: rightToLeft ? box.left + box.width - inset : box.left + inset,
      y: box.top - (labels ? index.labelsAt(block, span.start) * LABEL : 0),
      lane: box.top - (labels ? index.labelsIn(block) * LABEL : 0) - GAP - lane * ARC,
      at: lane,
    };
  }

  #lanesIn(block: number): ReadonlyMap<string, number> {
    const known = this.#lanes.get(block) ?? this.context.index.arcsIn(block);
    this.#lanes.set(block, known);
    return known;
  }

  /** Columns right of the text in which arcs pass between rows, one for each lane. */
  #margin({ at }: RowEnd): number {
    const style = getComputedStyle(this.view.content);
    const right = this.view.content.getBoundingClientRect().width - Number.parseFloat(style.paddingRight);
    return right + MARGIN + Math.min(at, 5) * MARGIN_LANE;
  }

  #isBelow(relation: TextRelation, fromIsHere: boolean): boolean {
    const [here, there] = [
      this.context.index.get(fromIsHere ? relation.from : relation.to),
      this.context.index.get(fromIsHere ? relation.to : relation.from),
    ];
    return here !== undefined && there !== undefined && there.start > here.start;
  }

  #quote(id: string): string {
    const span = this.context.index.get(id);
    return span === undefined ? '…' : `“${this.context.quote(span.instance, 30)}”`;
  }
}

const arrow = ({ x, y, down }: ArcRoute['tip']): string => (down ? `M${x} ${y}l-4 -7h8z` : `M${x} ${y}l-4 7h8z`);

function named(text: string, { x, y }: ArcPlace): SVGElement {
  const element = made('text', { x: String(x), y: String(y + 3), class: classes['arcName']! });
  element.textContent = text;
  return element;
}

function made(name: string, attributes: Readonly<Record<string, string>>): SVGElement {
  const element = document.createElementNS(SVG, name) as SVGElement;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}
