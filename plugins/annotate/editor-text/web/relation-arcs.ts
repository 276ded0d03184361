import { plainColor } from '#plugins/annotate/editor/web/kit/index.ts';
import type { TextRelation } from '../common/text-instances.ts';
import type { TextContext } from './text-context.ts';
import type { Box, TextView } from './text-view.ts';
import classes from './text.module.css';

const SVG = 'http://www.w3.org/2000/svg';
/** CSS pixels: how high arcs rise, and how long a tail is. */
const RISE = 14;
const HIGHEST = 46;
const TAIL = 34;
/** As many are drawn at most. */
const MOST = 300;

interface End {
  readonly x: number;
  readonly y: number;
}

/** Draws relations as arcs over the lines; one whose other end is not laid out is a tail that points to it. */
export class RelationArcs {
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
    const drawn = [...relations.values()].slice(0, MOST).flatMap(relation => this.#arc(relation));
    return () => this.#svg.replaceChildren(...drawn);
  }

  #arc(relation: TextRelation): readonly SVGElement[] {
    const [from, to] = [this.#end(relation.from), this.#end(relation.to)];
    if (from === undefined && to === undefined) return [];
    const { scene, classes: known } = this.context.session;
    const owner = known.find(each => each.id === relation.classId);
    const color = owner?.color ?? plainColor;
    const lit =
      scene.selection.has(relation.id) ||
      scene.hover === relation.id ||
      [relation.from, relation.to].some(id => scene.selection.has(id));
    const { path, tip, name } =
      from !== undefined && to !== undefined
        ? whole(from, to)
        : tail((from ?? to)!, from !== undefined, this.#isBelow(relation, from !== undefined));
    const title = document.createElementNS(SVG, 'title');
    title.textContent = `${owner?.name ?? 'Relation'}: ${this.#quote(relation.from)} → ${this.#quote(relation.to)}`;
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
      made('path', { d: tip, fill: color }),
      ...(lit || this.context.settings.now.labels ? [named(owner?.name ?? '', name)] : []),
      target,
    ];
  }

  /** Where an arc begins at a span: over the middle of its first piece. */
  #end(id: string): End | undefined {
    const span = this.context.index.get(id);
    if (span === undefined) return undefined;
    const [box] = this.view.boxesOf({ start: span.start, end: Math.min(span.end, span.start + 200) }) as readonly (
      | Box
      | undefined
    )[];
    return box === undefined ? undefined : { x: box.left + box.width / 2, y: box.top - 1 };
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

interface Drawing {
  readonly path: string;
  readonly tip: string;
  /** Where its name stands. */
  readonly name: End;
}

const arrow = ({ x, y }: End, down: boolean): string => (down ? `M${x} ${y}l-4 -7h8z` : `M${x} ${y}l-4 7h8z`);

function whole(from: End, to: End): Drawing {
  const apart = Math.abs(from.x - to.x);
  const sameLine = Math.abs(from.y - to.y) < 6;
  const rise = Math.min(HIGHEST, RISE + apart * 0.06);
  const high = Math.min(from.y, to.y) - rise;
  if (sameLine)
    return {
      path: `M${from.x} ${from.y}C${from.x} ${high} ${to.x} ${high} ${to.x} ${to.y - 5}`,
      tip: arrow(to, true),
      name: { x: (from.x + to.x) / 2, y: from.y - rise * 0.75 + 3 },
    };
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  return {
    path: `M${from.x} ${from.y}C${from.x} ${from.y - RISE * 1.6} ${to.x} ${to.y - RISE * 2.4} ${to.x} ${to.y - 5}`,
    tip: arrow(to, true),
    name: middle,
  };
}

function tail(here: End, leaves: boolean, below: boolean): Drawing {
  const far = { x: here.x + 12, y: here.y + (below ? TAIL : -TAIL) };
  const path = `M${here.x} ${here.y}C${here.x} ${here.y - 10} ${far.x} ${here.y - 10} ${far.x} ${far.y}`;
  return {
    path,
    tip: leaves ? arrow(far, below) : arrow(here, true),
    name: { x: far.x + 4, y: far.y + (below ? 12 : -5) },
  };
}

function named(text: string, { x, y }: End): SVGElement {
  const element = made('text', { x: String(x), y: String(y), class: classes['arcName']! });
  element.textContent = text;
  return element;
}

function made(name: string, attributes: Readonly<Record<string, string>>): SVGElement {
  const element = document.createElementNS(SVG, name) as SVGElement;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}
