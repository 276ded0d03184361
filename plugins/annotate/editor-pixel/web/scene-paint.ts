import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import { isEmptyRectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { LabelRaster } from '#plugins/annotate/annotations/common/raster/index.ts';
import { partColors } from '#plugins/annotate/annotations/common/raster/index.ts';
import type { EditorSession, SceneChange } from '#plugins/annotate/editor/web/kit/index.ts';
import type { PartLook, RasterLayer } from '#plugins/annotate/stage/web/kit/index.ts';
import { colorNumber } from '#plugins/annotate/stage/web/kit/index.ts';

/** Most instances that get a number of their own; beyond, two may share one, and no line is drawn where they touch. */
const mostOwners = 65_535;

const unseen: PartLook = { color: 0, owner: 0, state: 'hidden' };

/**
 * Keeps the look of the mask the same as the scene: class colours, hidden instances, selection and hover. Knows which
 * instance a pixel belongs to.
 */
export class ScenePaint {
  readonly raster: LabelRaster;
  readonly #session: EditorSession;
  readonly #layer: RasterLayer;
  readonly #slots = new Map<string, readonly number[]>();
  readonly #ids: (string | undefined)[] = [];
  readonly #numbers = new Map<string, number>();
  #nextNumber = 1;
  /** The mask that is shown in place of the scene's for a while. */
  #instead: LabelRaster | undefined;
  #colors: ReadonlyMap<number, number>;
  readonly #stop: (() => void)[];

  constructor(session: EditorSession, raster: LabelRaster, layer: RasterLayer) {
    this.raster = raster;
    this.#session = session;
    this.#layer = layer;
    this.#colors = colorsOf(session);
    for (const instance of session.scene.instances) this.#show(instance.id);
    layer.show(raster);
    this.#stop = [session.scene.onChange(change => this.#follow(change)), session.subscribe(() => this.#recolor())];
  }

  /** The slots of an instance. */
  slotsOf(id: string): readonly number[] {
    return this.#slots.get(id) ?? [];
  }

  /** The instance a slot belongs to. */
  ownerOf(slot: number): string | undefined {
    return this.#ids[slot];
  }

  /** The visible instance under a place, item pixels. */
  instanceAt(place: { readonly x: number; readonly y: number }): Instance | undefined {
    const id = this.#ids[this.raster.at(place.x, place.y)];
    const instance = id === undefined ? undefined : this.#session.scene.get(id);
    return instance === undefined || instance.visible === false ? undefined : instance;
  }

  /** Shows paint that belongs to no instance yet, as that of one with a class of this colour. */
  showDraftPart(slot: number, color: string, id: string | undefined): void {
    this.#layer.setPart(slot, {
      color: colorNumber(color),
      owner: this.#numberOf(id ?? `slot ${slot}`),
      state: 'selected',
    });
  }

  /** Shows the masks of other instances in place of the scene's. Returns the way back. */
  showInstead(instances: readonly Instance[], raster: LabelRaster): () => void {
    this.#instead = raster;
    for (let slot = 1; slot < Math.max(raster.slotCount, this.raster.slotCount); slot += 1)
      this.#layer.setPart(slot, unseen);
    for (const [at, instance] of instances.entries()) {
      const look: PartLook = {
        color: this.#colors.get(instance.classId) ?? colorNumber(undefined),
        owner: (at % mostOwners) + 1,
        state: instance.visible === false ? 'hidden' : 'normal',
      };
      for (const color of partColors(instance)) this.#layer.setPart(raster.slotOf(color), look);
    }
    this.#layer.show(raster);
    return () => {
      if (this.#instead !== raster) return;
      this.#instead = undefined;
      for (let slot = 1; slot < Math.max(raster.slotCount, this.raster.slotCount); slot += 1)
        this.#layer.setPart(slot, unseen);
      for (const id of this.#slots.keys()) this.#look(id);
      this.#layer.show(this.raster);
    };
  }

  dispose(): void {
    for (const stop of this.#stop) stop();
  }

  #follow(change: SceneChange): void {
    for (const ids of [change.removed, change.changed, change.added]) for (const id of ids) this.#show(id);
    for (const ids of [change.selection, change.hover]) for (const id of ids) this.#look(id);
  }

  #show(id: string): void {
    const instance = this.#session.scene.get(id);
    const before = this.#slots.get(id) ?? [];
    const slots = instance === undefined ? [] : partColors(instance).map(color => this.raster.slotOf(color));
    for (const slot of before) {
      if (this.#ids[slot] !== id || slots.includes(slot)) continue;
      this.#ids[slot] = undefined;
      if (this.#instead !== undefined) continue;
      this.#layer.setPart(slot, unseen);
      this.#damage([slot]);
    }
    for (const slot of slots) this.#ids[slot] = id;
    if (slots.length === 0) this.#slots.delete(id);
    else this.#slots.set(id, slots);
    this.#look(id);
  }

  #look(id: string): void {
    const { scene } = this.#session;
    const instance = scene.get(id);
    if (instance === undefined) return;
    const state: PartLook['state'] =
      instance.visible === false
        ? 'hidden'
        : scene.selection.has(id)
          ? 'selected'
          : scene.hover === id
            ? 'hovered'
            : 'normal';
    const look = {
      color: this.#colors.get(instance.classId) ?? colorNumber(undefined),
      owner: this.#numberOf(id),
      state,
    };
    if (this.#instead !== undefined) return;
    const changed = this.slotsOf(id).filter(slot => this.#layer.setPart(slot, look));
    this.#damage(changed);
  }

  #damage(slots: readonly number[]): void {
    const area = this.raster.reachOf(slots);
    if (!isEmptyRectangle(area)) this.#layer.looksChanged(area);
  }

  #numberOf(id: string): number {
    const known = this.#numbers.get(id);
    if (known !== undefined) return known;
    const number = this.#nextNumber;
    this.#nextNumber = (this.#nextNumber % mostOwners) + 1;
    this.#numbers.set(id, number);
    return number;
  }

  #recolor(): void {
    const colors = colorsOf(this.#session);
    if (colors.size === this.#colors.size && [...colors].every(([id, color]) => this.#colors.get(id) === color)) return;
    this.#colors = colors;
    for (const id of this.#slots.keys()) this.#look(id);
  }
}

function colorsOf(session: EditorSession): ReadonlyMap<number, number> {
  return new Map(session.classes.map(one => [one.id, colorNumber(one.color)]));
}
