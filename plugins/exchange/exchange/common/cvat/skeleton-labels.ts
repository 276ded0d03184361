import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { recordsOf } from '#plugins/annotate/annotations/common/index.ts';
import { KeypointOrder, keypointLabel, skeletonOf } from '../exchange/keypoint-names.ts';
import { escapeXml } from '../exchange/xml-element.ts';
import { cvatNumber } from './cvat-text.ts';

/** Side of the square that CVAT draws skeletons in, and the empty margin at its edges. */
const SIDE = 100;
const MARGIN = 10;

/** A skeleton as CVAT declares it: labels of its points, and a drawing of its lines. */
export class SkeletonLabel {
  readonly #order = new KeypointOrder();
  readonly #drawn = new Map<string, readonly [number, number]>();
  /** A template of each structure, and the number of those that are built alike. */
  readonly #structures = new Map<string, { readonly template: JsonRecord; count: number }>();

  /** Takes a template of the class into account. Called for each of them before the label is written. */
  collect(instance: JsonRecord): void {
    const structure = structureOf(instance);
    const key = JSON.stringify(structure);
    const known = this.#structures.get(key);
    if (known !== undefined) {
      known.count += 1;
      return;
    }
    this.#structures.set(key, { template: structure, count: 1 });
    this.#order.collect(structure);
    const points = recordsOf(instance['points']);
    const [xs, ys] = [points.map(each => Number(each['x'])), points.map(each => Number(each['y']))];
    const span = Math.max(spread(xs), spread(ys)) || 1;
    const within = (value: number, all: readonly number[]): number =>
      MARGIN + ((value - Math.min(...all)) / span) * (SIDE - 2 * MARGIN);
    points.forEach((point, at) => {
      const name = keypointLabel(instance, at, point['id']);
      if (!this.#drawn.has(name)) this.#drawn.set(name, [within(xs[at]!, xs), within(ys[at]!, ys)]);
    });
  }

  /** Names of the points, in their order. */
  get names(): readonly string[] {
    return this.#order.names();
  }

  /** Lines and circles; lines name the numbers of their points, from 1. */
  svg(): string {
    const places = this.names.map(name => this.#drawn.get(name) ?? [SIDE / 2, SIDE / 2]);
    const lines = this.#order.lines().map(([from, to]) => {
      const [[x1, y1], [x2, y2]] = [places[from - 1]!, places[to - 1]!];
      return `<line x1="${cvatNumber(x1!)}" y1="${cvatNumber(y1!)}" x2="${cvatNumber(x2!)}" y2="${cvatNumber(y2!)}" data-type="edge" data-node-from="${from}" stroke="black" data-node-to="${to}" stroke-width="0.5"></line>`;
    });
    const circles = this.names.map((name, at) => {
      const [x, y] = places[at]!;
      return `<circle r="0.75" stroke="black" fill="#b3b3b3" cx="${cvatNumber(x!)}" cy="${cvatNumber(y!)}" stroke-width="0.1" data-type="element node" data-element-id="${at + 1}" data-node-id="${at + 1}" data-label-name="${escapeXml(name)}"></circle>`;
    });
    return [...lines, ...circles].join('');
  }

  /** Returns the number of templates whose connections are not the lines between their points that the label draws. */
  undrawn(): number {
    return [...this.#structures.values()]
      .filter(({ template }) => !this.#draws(template))
      .reduce((sum, { count }) => sum + count, 0);
  }

  #draws(instance: JsonRecord): boolean {
    const places = this.#order.placesOf(instance);
    const points = recordsOf(instance['points']);
    const placeOf = new Map(points.map((point, at) => [point['id'], places[at]! + 1]));
    const own = new Set(
      recordsOf(instance['connections']).map(({ from, to }) => [placeOf.get(from), placeOf.get(to)].join(' ')),
    );
    const shown = new Set(places.map(each => each + 1));
    const drawn = this.#order.lines().filter(([from, to]) => shown.has(from) && shown.has(to));
    return own.size === drawn.length && drawn.every(pair => own.has(pair.join(' ')));
  }
}

/** Returns the parts that templates built alike have in common: the names of their points and their lines. */
function structureOf(instance: JsonRecord): JsonRecord {
  const { points, pointLabels, connections } = instance;
  const skeleton = skeletonOf(instance);
  return {
    points: recordsOf(points).map(({ id }) => ({ id })),
    pointLabels,
    connections: recordsOf(connections).map(({ from, to }) => ({ from, to })),
    ...(skeleton === undefined ? {} : { source: { skeleton } }),
  };
}

const spread = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);
