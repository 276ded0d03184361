import { flatPoints } from '../../common/cloud-objects.ts';
import type { Box, Vector } from '../../common/geometry/box.ts';
import { boxCorners, headingOf, normalAngle } from '../../common/geometry/box.ts';
import { messages } from '../messages.ts';
import type { StageView } from '../stage-view.ts';
import type { OverlayPainter } from '../scene/overlay-painter.ts';
import { pickPoint } from '../scene/pick.ts';
import { projected } from '../views/cloud-camera.ts';
import type { CloudHost, Pressed } from './gesture.ts';
import { groundUnder } from './ground-box-gesture.ts';

const fewest: Readonly<Record<string, number>> = { polyline: 2, polygon: 3, measure: 2, cuboid: 2 };
/** Metres between two clicks from which they give a heading. */
const HEADING = 0.3;

/**
 * Draws by clicks: boxes with their heading, lines, outlines, points, and measurements, which are not kept. Clicks
 * catch points of the scan.
 */
export class PathDrawing {
  readonly #host: CloudHost;
  #places: readonly Vector[] = [];
  #next: Vector | undefined;
  #measured: readonly Vector[] = [];

  constructor(host: CloudHost) {
    this.#host = host;
  }

  get isDrawing(): boolean {
    return this.#places.length > 0 || this.#measured.length > 0;
  }

  isFor(tool: string): boolean {
    return tool === 'point' || tool in fewest;
  }

  click(pressed: Pressed): void {
    const place = this.#under(pressed);
    if (place === undefined) return;
    const { tool, commands, stage } = this.#host;
    if (tool === 'point') {
      const [x, y, z] = flatPoints([place]) as [number, number, number];
      commands.add({ type: 'point', x, y, z });
      return;
    }
    const [centre] = this.#places;
    if (tool === 'cuboid' && centre !== undefined) {
      const box = this.#headed(centre, place);
      this.cancel();
      commands.add({ type: 'cuboid', ...box });
      return;
    }
    this.#measured = [];
    this.#places = [...this.#places, place];
    this.#next = undefined;
    stage.requestDraw();
  }

  move(pressed: Pressed): void {
    if (this.#places.length === 0) return;
    this.#next = this.#under(pressed);
    this.#host.stage.requestDraw();
  }

  /** Takes the last place back. False when there was none. */
  back(): boolean {
    if (this.#places.length === 0) return false;
    this.#places = this.#places.slice(0, -1);
    this.#host.stage.requestDraw();
    return true;
  }

  /** Completes what is drawn; after a double click its second place is that of the first. */
  finish(doubled: boolean): boolean {
    const { tool, commands, stage, session } = this.#host;
    const places = doubled ? this.#places.slice(0, -1) : this.#places;
    if (places.length === 0) return false;
    if (places.length < fewest[tool]!) {
      session.notify(messages.pathDrawing.morePlaces(fewest[tool]!));
      return true;
    }
    this.cancel();
    if (tool === 'measure') this.#measured = places;
    else commands.add({ type: tool as 'polyline' | 'polygon', points: flatPoints(places) });
    stage.requestDraw();
    return true;
  }

  cancel(): void {
    this.#places = [];
    this.#measured = [];
    this.#next = undefined;
  }

  paint(painter: OverlayPainter, view: StageView): void {
    const going = this.#next === undefined ? this.#places : [...this.#places, this.#next];
    const places = going.length > 0 ? going : this.#measured;
    if (places.length === 0) return;
    if (this.#host.tool === 'cuboid') {
      const box = this.#headed(places[0]!, places.at(-1)!);
      const corners = boxCorners(box);
      painter.path(
        view.frame,
        [0, 2, 6, 4, 0].map(corner => corners[corner]!),
        this.#host.color,
      );
      painter.path(view.frame, headingOf(box), '#ffffff');
      return;
    }
    const measures = this.#host.tool === 'measure';
    painter.path(view.frame, places, measures ? '#ffd43b' : this.#host.color);
    const last = projected(view.frame, places.at(-1)!);
    if (measures && last !== undefined && places.length > 1)
      painter.text(described(places), last.x + 10, last.y - 8, '#ffffff');
  }

  /** A box of the usual size of its class that looks from its centre to a place; along the view where both are one. */
  #headed(centre: Vector, to: Vector): Box {
    const { commands, stage } = this.#host;
    const size = commands.newSize;
    const [dx, dy] = [to.x - centre.x, to.y - centre.y];
    const yaw = Math.hypot(dx, dy) < HEADING ? normalAngle(stage.orbit.azimuth + Math.PI) : Math.atan2(dy, dx);
    return { position: { ...centre, z: centre.z + size.z / 2 }, size, rotation: { x: 0, y: 0, z: yaw } };
  }

  #under({ view, x, y }: Pressed): Vector | undefined {
    // A box is placed on the ground, whatever is under the pointer.
    if (this.#host.tool === 'cuboid') return groundUnder(this.#host, x, y);
    return (
      pickPoint(view.frame, this.#host.data.chunks, { x, y }, this.#host.stage.drawn) ?? groundUnder(this.#host, x, y)
    );
  }
}

/** The length of a path, and of its last stretch how high and how far it goes. */
function described(places: readonly Vector[]): string {
  const metres = (value: number): string => `${value.toFixed(2)} m`;
  const length = places
    .slice(1)
    .reduce((sum, { x, y, z }, at) => sum + Math.hypot(x - places[at]!.x, y - places[at]!.y, z - places[at]!.z), 0);
  const [before, last] = [places.at(-2)!, places.at(-1)!];
  const flat = Math.hypot(last.x - before.x, last.y - before.y);
  return messages.pathDrawing.measured(metres(length), metres(flat), metres(last.z - before.z));
}
