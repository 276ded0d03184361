import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import type { Place, Rectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { grow, vertexAt } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { Scene } from '#plugins/annotate/editor/web/kit/index.ts';
import type { LinkedEdge, LinkedVertex } from '../common/linked-vertices.ts';
import { edgesBetween, isLinkable, linkTolerance, verticesAt } from '../common/linked-vertices.ts';
import type { VertexKey } from '../common/shape-vertices.ts';
import { vertexPaths } from '../common/shape-vertices.ts';
import type { PolygonInstance } from '../common/shapes.ts';
import type { ToolStage } from './tool-stage.ts';
import type { VectorSettings } from './vector-settings.ts';

/**
 * Vertices of neighbours looked at for the marks of linked ones; beyond it none are marked, since nobody could
 * distinguish them.
 */
const mostNeighbourVertices = 400_000;

/** Common vertices and edges of the polygons on the stage; nothing is when the switch is off. */
export class SharedEdges {
  readonly #scene: Scene;
  readonly #stage: ToolStage;
  readonly #settings: VectorSettings;
  #marked: { readonly instance: Instance; readonly version: number; readonly keys: ReadonlySet<string> } | undefined;

  constructor(scene: Scene, stage: ToolStage, settings: VectorSettings) {
    this.#scene = scene;
    this.#stage = stage;
    this.#settings = settings;
  }

  /** The vertex of a polygon and all others at its place. Only itself when the switch is off. */
  linkedTo(instance: PolygonInstance, key: VertexKey): readonly LinkedVertex[] {
    const own: LinkedVertex = { instance, key };
    if (!this.#settings.state.sharedEdges) return [own];
    const place = vertexAt(vertexPaths(instance)[key.ring]!, key.index);
    const others = verticesAt(this.#near(place), place).filter(each => each.instance.id !== instance.id);
    return [own, ...others];
  }

  /** An edge of a polygon and all that lie on it. Only itself when the switch is off. */
  edgesOn(instance: PolygonInstance, ring: number, edge: number): readonly LinkedEdge[] {
    const own: LinkedEdge = { instance, ring, edge };
    if (!this.#settings.state.sharedEdges) return [own];
    const path = vertexPaths(instance)[ring]!;
    const from = vertexAt(path, edge);
    const to = vertexAt(path, (edge + 1) % (path.length >> 1));
    return [own, ...edgesBetween(this.#near(from), from, to).filter(each => each.instance.id !== instance.id)];
  }

  /** The vertices of a polygon that are linked, as `ring index`; remembered as long as nothing changes. */
  marked(instance: PolygonInstance): ReadonlySet<string> {
    if (!this.#settings.state.sharedEdges) return new Set();
    const { instancesVersion: version } = this.#scene.summary;
    // While a gesture runs the marks of before it stay: looking again for every frame would take longer than the frame.
    const known = this.#marked;
    if (known !== undefined && known.version === version && known.instance.id === instance.id) return known.keys;
    const keys = this.#find(instance);
    this.#marked = { instance, version, keys };
    return keys;
  }

  /** Polygons that could share a place with these bounds, in item pixels. */
  neighboursOf(ids: ReadonlySet<string>, reach: number): readonly PolygonInstance[] {
    const found = new Set(
      [...ids].flatMap(id => {
        const bounds = this.#stage.layer.index.boundsOf(id);
        return bounds === undefined ? [] : this.#stage.layer.index.meeting(grow(bounds, reach));
      }),
    );
    return this.#polygons([...found].filter(id => !ids.has(id)));
  }

  #near({ x, y }: Place): readonly PolygonInstance[] {
    const around: Rectangle = {
      minX: x - 2 * linkTolerance,
      minY: y - 2 * linkTolerance,
      maxX: x + 2 * linkTolerance,
      maxY: y + 2 * linkTolerance,
    };
    return this.#polygons(this.#stage.layer.index.meeting(around));
  }

  #polygons(ids: readonly string[]): readonly PolygonInstance[] {
    return ids
      .map(id => this.#scene.get(id))
      .filter((one): one is PolygonInstance => one !== undefined && isLinkable(one));
  }

  #find(instance: PolygonInstance): ReadonlySet<string> {
    const neighbours = this.neighboursOf(new Set([instance.id]), linkTolerance);
    const keys = new Set<string>();
    const paths = neighbours.flatMap(vertexPaths);
    if (paths.length === 0 || paths.reduce((sum, path) => sum + (path.length >> 1), 0) > mostNeighbourVertices)
      return keys;
    const own = new Map<number, string>();
    for (const [ring, path] of vertexPaths(instance).entries()) {
      for (let at = 0; at < path.length; at += 2) {
        for (const dx of [-1, 0, 1])
          for (const dy of [-1, 0, 1]) own.set(cell(path[at]!, dx, path[at + 1]!, dy), `${ring} ${at >> 1}`);
      }
    }
    for (const path of paths) {
      for (let at = 0; at < path.length; at += 2) {
        const key = own.get(cell(path[at]!, 0, path[at + 1]!, 0));
        if (key !== undefined) keys.add(key);
      }
    }
    return keys;
  }
}

/** A number for the hundredth of a pixel a place lies in, or one beside it. */
function cell(x: number, stepX: number, y: number, stepY: number): number {
  return (Math.round(x * 100) + stepX) * 100_000_000 + Math.round(y * 100) + stepY;
}
