import { replaceInstance } from '#plugins/annotate/annotations/common/index.ts';
import { isLinkable, linkPolygons, unlinkPolygon } from '../common/linked-vertices.ts';
import type { PolygonInstance } from '../common/shapes.ts';
import { stamped } from '../common/selection-edits.ts';
import { messages } from './messages.ts';
import type { VectorContext } from './vector-context.ts';

/** CSS pixels within which vertices of two polygons are joined. */
const linkReach = 8;

/** Actions that link the vertices of the selected polygons, and part them. */
export class VertexLinks {
  readonly #context: VectorContext;

  constructor(context: VectorContext) {
    this.#context = context;
  }

  /** Brings near vertices of the selected polygons together, so that they move as one from now on. */
  link(): void {
    const { session, stage, author } = this.#context;
    const polygons = session.scene.selected.filter(isLinkable);
    if (polygons.length < 2) {
      session.notify(messages.vertexLinks.selectTwoPolygonsOrMore);
      return;
    }
    const changed = linkPolygons(polygons, stage.reach(linkReach));
    this.#context.settings.set({ sharedEdges: true });
    if (changed.length === 0) session.notify(messages.vertexLinks.noVerticesOfThem);
    session.edit(
      messages.shared.linkVertices,
      changed.map(after => replaceInstance(session.scene.get(after.id)!, stamped(after, author))),
    );
  }

  /** Parts the vertices of the selected polygons from all others, and from each other. */
  unlink(): void {
    const { session, sharedEdges, author } = this.#context;
    const polygons = session.scene.selected.filter(isLinkable);
    if (polygons.length === 0) {
      session.notify(messages.vertexLinks.selectThePolygonWhoseVertices);
      return;
    }
    const outside = sharedEdges.neighboursOf(new Set(polygons.map(({ id }) => id)), 1);
    const settled: PolygonInstance[] = [];
    for (const polygon of polygons)
      settled.push(unlinkPolygon(polygon, [...outside, ...settled, ...polygons.slice(settled.length + 1)]));
    const changed = settled.filter((after, at) => after !== polygons[at]);
    if (changed.length === 0) session.notify(messages.vertexLinks.noVertexOfItIsLinked);
    session.edit(
      messages.shared.unlinkVertices,
      changed.map(after => replaceInstance(session.scene.get(after.id)!, stamped(after, author))),
    );
  }
}
