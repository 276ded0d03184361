import type { Outline, Place } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { nearestOnPath } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { OverlayPainter } from '#plugins/annotate/stage/web/kit/index.ts';
import { wayAlongLine, wayAlongRing } from '../../common/border-path.ts';
import type { VectorContext } from '../vector-context.ts';
import { messages } from '../messages.ts';

/** Follows the border of a neighbour: a first click begins, one between says which way round, the last one ends. */
export class BorderTrace {
  readonly #context: VectorContext;
  readonly #id: string;
  readonly #path: readonly number[];
  readonly #closed: boolean;
  readonly #from: Place;
  #middle: Place | undefined;

  private constructor(context: VectorContext, id: string, path: readonly number[], closed: boolean, from: Place) {
    this.#context = context;
    this.#id = id;
    this.#path = path;
    this.#closed = closed;
    this.#from = from;
  }

  /** Begins at the border under a place; undefined when there is none. */
  static begin(context: VectorContext, place: Place): BorderTrace | undefined {
    const near = context.snapping.near(place, { vertices: true, borders: true });
    const outline = near === undefined ? undefined : context.stage.layer.get(near.id)?.outline;
    const found = near === undefined || outline === undefined ? undefined : nearestPath(outline, near);
    return near === undefined || found === undefined
      ? undefined
      : new BorderTrace(context, near.id, found.path, found.closed, { x: near.x, y: near.y });
  }

  get from(): Place {
    return this.#from;
  }

  /** The place at the pointer on the same border, or undefined when the pointer is elsewhere. */
  on(place: Place): Place | undefined {
    const near = this.#context.snapping.near(place, { vertices: true, borders: true });
    if (near?.id !== this.#id) return undefined;
    const hit = nearestOnPath(this.#path, this.#closed, near);
    return hit !== undefined && hit.distance < 1e-6 ? { x: near.x, y: near.y } : undefined;
  }

  /**
   * A click on the border: the first one sets the middle, the next one ends the way, which it answers with both ends.
   */
  click(place: Place): readonly number[] | undefined {
    if (this.#middle === undefined && this.#closed) {
      this.#middle = place;
      return undefined;
    }
    return this.way(place);
  }

  /** The way from the first click to a place. */
  way(to: Place): readonly number[] {
    return this.#closed
      ? wayAlongRing(this.#path, this.#from, to, this.#middle)
      : wayAlongLine(this.#path, this.#from, to);
  }

  /** Shows the way to where the pointer is, and what the next click does. */
  paint(painter: OverlayPainter, place: Place, screen: Place): void {
    const to = this.on(place);
    if (to !== undefined) {
      painter.line(this.way(to), '#ffd43b', { dashed: true });
      painter.mark(to, 'border');
    }
    painter.mark(this.#from, 'vertex');
    painter.labels.note(
      screen,
      to === undefined
        ? messages.borderTrace.tracePointAtTheSame
        : this.#middle === undefined && this.#closed
          ? messages.borderTrace.traceClickBetween
          : messages.borderTrace.traceClickTheEnd,
    );
  }
}

function nearestPath(
  outline: Outline,
  place: Place,
): { readonly path: readonly number[]; readonly closed: boolean } | undefined {
  let best: { readonly path: readonly number[]; readonly closed: boolean; readonly away: number } | undefined;
  const look = (path: readonly number[], closed: boolean): void => {
    const away = nearestOnPath(path, closed, place)?.distance ?? Infinity;
    if (best === undefined || away < best.away) best = { path, closed, away };
  };
  for (const ring of outline.rings) look(ring, true);
  for (const line of outline.lines) look(line, false);
  return best;
}
