import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import type { EditorSession, SceneChange } from '#plugins/annotate/editor/web/kit/index.ts';
import type { DrawnShape, ShapeLayer } from '#plugins/annotate/stage/web/kit/index.ts';
import { colorNumber } from '#plugins/annotate/stage/web/kit/index.ts';
import { shapeOutline } from '../common/shape-outline.ts';

const geometryFields = ['type', 'points', 'exclude', 'connections', 'x', 'y', 'cx', 'cy', 'rx', 'ry', 'angle'] as const;

/** Keeps the shapes on the stage the same as the scene: geometry, class colours, hidden ones, selection and hover. */
export class SceneShapes {
  readonly #session: EditorSession;
  readonly #layer: ShapeLayer;
  readonly #drawn = new Map<string, Instance>();
  #colors: ReadonlyMap<number, number>;
  readonly #stop: (() => void)[];

  constructor(session: EditorSession, layer: ShapeLayer) {
    this.#session = session;
    this.#layer = layer;
    this.#colors = colorsOf(session);
    this.#load();
    this.#stop = [session.scene.onChange(change => this.#follow(change)), session.subscribe(() => this.#recolor())];
  }

  dispose(): void {
    for (const stop of this.#stop) stop();
  }

  #load(): void {
    const { scene } = this.#session;
    this.#drawn.clear();
    const shapes: DrawnShape[] = [];
    for (const instance of scene.instances) {
      if (instance.visible === false) continue;
      this.#drawn.set(instance.id, instance);
      shapes.push({ id: instance.id, outline: shapeOutline(instance), color: this.#colorOf(instance) });
    }
    this.#layer.load(shapes);
    for (const id of scene.selection) this.#layer.emphasize(id, 'selected');
  }

  #follow(change: SceneChange): void {
    this.#show(change.removed);
    this.#show(new Set([...change.changed, ...change.drafts, ...change.added]));
    if (change.order && change.removed.size === 0 && change.added.size === 0) this.#layer.reorder();
    for (const ids of [change.selection, change.hover, change.added, change.changed])
      for (const id of ids) this.#emphasize(id);
  }

  #show(ids: Iterable<string>): void {
    const shapes: DrawnShape[] = [];
    for (const id of ids) {
      const instance = this.#session.scene.shown(id);
      if (instance === undefined || instance.visible === false) {
        this.#drawn.delete(id);
        this.#layer.remove(id);
        continue;
      }
      const before = this.#drawn.get(id);
      const kept = before !== undefined && sameGeometry(before, instance) ? this.#layer.get(id)?.outline : undefined;
      this.#drawn.set(id, instance);
      shapes.push({ id, outline: kept ?? shapeOutline(instance), color: this.#colorOf(instance) });
    }
    this.#layer.setAll(shapes);
  }

  #emphasize(id: string): void {
    const { scene } = this.#session;
    if (this.#layer.get(id) === undefined) return;
    this.#layer.emphasize(id, scene.selection.has(id) ? 'selected' : scene.hover === id ? 'hovered' : undefined);
  }

  #recolor(): void {
    const colors = colorsOf(this.#session);
    const changed =
      colors.size !== this.#colors.size || [...colors].some(([id, color]) => this.#colors.get(id) !== color);
    if (!changed) return;
    this.#colors = colors;
    for (const [id, instance] of this.#drawn) {
      const shape = this.#layer.get(id);
      const color = this.#colorOf(instance);
      if (shape !== undefined && shape.color !== color) this.#layer.set({ ...shape, color });
    }
  }

  #colorOf(instance: Instance): number {
    return this.#colors.get(instance.classId) ?? colorNumber(undefined);
  }
}

function colorsOf(session: EditorSession): ReadonlyMap<number, number> {
  return new Map(session.classes.map(one => [one.id, colorNumber(one.color)]));
}

function sameGeometry(first: Instance, second: Instance): boolean {
  return geometryFields.every(field => first[field] === second[field]);
}
