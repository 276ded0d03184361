import { pathLength, ringsContain } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { Area, AreaPart } from './area.ts';
import { isClean, isRing, partsArea, partsFrom } from './area.ts';
import { combineAreas, ringsOf } from './combine-areas.ts';
import { crossingsOf } from './line-crossings.ts';

/** A directed edge of the net of borders and cuts; places are named by their coordinates. */
interface NetEdge {
  readonly from: string;
  readonly to: string;
  /** The same edge in the other direction, for cuts: there is a part on both of their sides. */
  readonly opposite: string | undefined;
}

/** Square pixels that rounding may cost for each pixel of border. */
const slackPerPixel = 0.02;

/**
 * Cuts an area along a line (flat lists, image pixels). Parts that lie side by side share the vertices of the cut. Only
 * where the line runs from border to border it cuts: ends inside of the area are left out. One part when it cuts
 * nothing; undefined when the cut does not come out right, as with rings that cross themselves.
 */
export function sliceArea(area: Area, line: readonly number[]): readonly AreaPart[] | undefined {
  const rings = oriented(area);
  const { rings: borders, line: pieces } = crossingsOf(rings, line);
  const net = new Map<string, NetEdge>();
  for (const ring of borders) {
    for (let at = 0; at < ring.length; at += 2)
      addEdge(net, placeName(ring, at), placeName(ring, (at + 2) % ring.length), false);
  }
  for (const [x1, y1, x2, y2] of pieces) {
    const isInside = ringsContain(rings, { x: (x1 + x2) / 2, y: (y1 + y2) / 2 });
    const [from, to] = [`${x1} ${y1}`, `${x2} ${y2}`];
    if (isInside && !net.has(`${from} ${to}`) && !net.has(`${to} ${from}`)) {
      addEdge(net, from, to, true);
      addEdge(net, to, from, true);
    }
  }
  if ([...net.values()].every(({ opposite }) => opposite === undefined)) return partsOf(rings);
  const loops = loopsOf(net);
  const points = loops.map(loop => loop.flatMap(({ from }) => from.split(' ').map(Number)));
  const parts = partsOf(points);
  const settled = parts.flatMap(part => (isClean(part) ? [part] : (combineAreas(ringsOf([part]), [], 'union') ?? [])));
  const lost = rings.reduce((sum, ring) => sum + signedArea(ring), 0) - partsArea(settled);
  return Math.abs(lost) <= slackPerPixel * [...rings, line].reduce((sum, path) => sum + pathLength(path, true), 1)
    ? settled
    : undefined;
}

/** Rings with the inside on one hand are the outer ones, those with it on the other are holes. */
function partsOf(rings: Area): readonly AreaPart[] {
  const sound = rings.filter(isRing);
  return partsFrom(
    sound.filter(ring => signedArea(ring) > 0),
    sound.filter(ring => signedArea(ring) < 0),
  );
}

/**
 * Outer rings run so that their inside is on one side, holes the other way round: the inside is always on the same
 * hand.
 */
function oriented(area: Area): Area {
  return area.map((ring, number) => {
    const others = area.filter((_, index) => index !== number);
    const depth = ringsContain(others, { x: (ring[0]! + ring[2]!) / 2, y: (ring[1]! + ring[3]!) / 2 });
    return signedArea(ring) > 0 === depth ? reversed(ring) : ring;
  });
}

/** Square pixels, positive when the vertices run clockwise on screen. */
function signedArea(ring: readonly number[]): number {
  let doubled = 0;
  for (let at = 0; at < ring.length; at += 2) {
    const next = (at + 2) % ring.length;
    doubled += ring[at]! * ring[next + 1]! - ring[next]! * ring[at + 1]!;
  }
  return doubled / 2;
}

function reversed(ring: readonly number[]): readonly number[] {
  return Array.from({ length: ring.length }, (_, at) => ring[ring.length - 2 - (at & ~1) + (at & 1)]!);
}

function placeName(ring: readonly number[], at: number): string {
  return `${ring[at]} ${ring[at + 1]}`;
}

function addEdge(net: Map<string, NetEdge>, from: string, to: string, isCut: boolean): void {
  if (from !== to) net.set(`${from} ${to}`, { from, to, opposite: isCut ? `${to} ${from}` : undefined });
}

/**
 * The loops around the parts of the net. Cuts that have the same part on both sides part nothing and are taken out:
 * dangling ones, and bridges to holes.
 */
function loopsOf(net: Map<string, NetEdge>): readonly (readonly NetEdge[])[] {
  for (;;) {
    const loops = trace(net);
    const idle = loops.flatMap(loop => {
      const names = new Set(loop.map(({ from, to }) => `${from} ${to}`));
      return loop.filter(({ opposite }) => opposite !== undefined && names.has(opposite));
    });
    if (idle.length === 0) return loops;
    for (const { from, to } of idle) net.delete(`${from} ${to}`);
  }
}

/** Follows the edges from each one, at every place turning as far to the inside as it goes. */
function trace(net: ReadonlyMap<string, NetEdge>): readonly (readonly NetEdge[])[] {
  const leaving = new Map<string, NetEdge[]>();
  for (const edge of net.values()) {
    const known = leaving.get(edge.from);
    if (known === undefined) leaving.set(edge.from, [edge]);
    else known.push(edge);
  }
  const open = new Set(net.values());
  const loops: NetEdge[][] = [];
  for (const first of open) {
    const loop: NetEdge[] = [];
    let edge: NetEdge | undefined = first;
    while (edge !== undefined && open.has(edge)) {
      open.delete(edge);
      loop.push(edge);
      edge = nextOf(leaving.get(edge.to) ?? [], edge);
    }
    loops.push(loop);
  }
  return loops;
}

/** Of the edges that leave a place, the one nearest to the way one came from, turning over the inside. */
function nextOf(leaving: readonly NetEdge[], came: NetEdge): NetEdge | undefined {
  if (leaving.length <= 1) return leaving[0];
  const back = angle(came.to, came.from);
  const turn = (edge: NetEdge): number => {
    const by = (back - angle(edge.from, edge.to)) % (2 * Math.PI);
    return by <= 1e-12 ? by + 2 * Math.PI : by;
  };
  return leaving.reduce((best, edge) => (turn(edge) < turn(best) ? edge : best));
}

function angle(from: string, to: string): number {
  const [x1, y1] = from.split(' ').map(Number) as [number, number];
  const [x2, y2] = to.split(' ').map(Number) as [number, number];
  return Math.atan2(y2 - y1, x2 - x1);
}
