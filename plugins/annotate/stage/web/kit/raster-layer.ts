import type { Rectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { emptyRectangle, everywhere, unite } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { LabelRaster } from '#plugins/annotate/annotations/common/raster/index.ts';

/** Style of a part of a mask. */
export interface PartLook {
  /** 0xRRGGBB. */
  readonly color: number;
  /** Number of the instance it belongs to, 1 and up; between parts of one instance no line is drawn. */
  readonly owner: number;
  readonly state: 'hidden' | 'normal' | 'hovered' | 'selected';
}

/** Style of the entire mask. */
export interface RasterStyle {
  /** 0..1; 0 draws no fill. */
  readonly opacity: number;
  /** CSS pixels; lines lie inside of the instances. */
  readonly lineWidth: number;
}

/** Facts about the last changes that renderers need; read and emptied by them once per frame. */
export interface RasterChanges {
  /** Pixels that were painted, item pixels; empty when none. */
  readonly painted: Rectangle;
  /** Part with visible changes; empty when nowhere. */
  readonly part: Rectangle;
  /** Another mask, or one for the first time. */
  readonly everything: boolean;
  /** Colours, owners or states of parts changed. */
  readonly looks: boolean;
}

const states = { hidden: 0, normal: 1, hovered: 2, selected: 3 } as const;

/**
 * The mask of a stage with the look of its parts: what renderers draw and tools hit. Reports the damaged part of the
 * item.
 */
export class RasterLayer {
  readonly #onDamage: (part: Rectangle | undefined) => void;
  #raster: LabelRaster | undefined;
  #stop: () => void = () => undefined;
  #style: RasterStyle = { opacity: 0.5, lineWidth: 1 };
  /** Red, green, blue and state of each slot. */
  #palette = new Uint8Array(4 * 256);
  #owners = new Uint16Array(256);
  #painted = emptyRectangle;
  #part = emptyRectangle;
  #everything = true;
  #looks = true;

  /** `onDamage` gets item pixels, or undefined for everything. */
  constructor(onDamage: (part: Rectangle | undefined) => void) {
    this.#onDamage = onDamage;
  }

  get raster(): LabelRaster | undefined {
    return this.#raster;
  }

  get style(): RasterStyle {
    return this.#style;
  }

  set style(style: RasterStyle) {
    this.#style = style;
    this.#onDamage(undefined);
  }

  /** Four bytes for each slot: red, green, blue, and 0 hidden, 1 normal, 2 hovered, 3 selected. */
  get palette(): Uint8Array {
    return this.#palette;
  }

  /** Number of the instance of each slot, 0 for none. */
  get owners(): Uint16Array {
    return this.#owners;
  }

  show(raster: LabelRaster): void {
    this.#stop();
    this.#raster = raster;
    this.#everything = true;
    this.#stop = raster.onChange(area => {
      this.#painted = unite(this.#painted, area);
      this.#damage(area);
    });
    this.#onDamage(undefined);
  }

  /**
   * Sets how a part looks; true when that is another way than before. The caller passes the area to
   * {@link looksChanged}.
   */
  setPart(slot: number, { color, owner, state }: PartLook): boolean {
    this.#reserve(slot);
    const at = slot * 4;
    const next = [color >>> 16, (color >>> 8) & 255, color & 255, states[state]];
    if (this.#owners[slot] === owner && next.every((value, place) => this.#palette[at + place] === value)) return false;
    this.#palette.set(next, at);
    this.#owners[slot] = owner;
    this.#looks = true;
    return true;
  }

  /** Parts in an area look different now; undefined for the whole mask. */
  looksChanged(area: Rectangle | undefined): void {
    if (area === undefined) {
      this.#part = everywhere;
      this.#onDamage(undefined);
    } else {
      this.#damage(area);
    }
  }

  takeChanges(): RasterChanges {
    const changes = { painted: this.#painted, part: this.#part, everything: this.#everything, looks: this.#looks };
    this.#painted = emptyRectangle;
    this.#part = emptyRectangle;
    this.#everything = false;
    this.#looks = false;
    return changes;
  }

  dispose(): void {
    this.#stop();
  }

  #damage(area: Rectangle): void {
    this.#part = unite(this.#part, area);
    this.#onDamage(area);
  }

  #reserve(slot: number): void {
    if (slot < this.#owners.length) return;
    const length = 2 ** Math.ceil(Math.log2(slot + 1));
    const palette = new Uint8Array(4 * length);
    palette.set(this.#palette);
    this.#palette = palette;
    const owners = new Uint16Array(length);
    owners.set(this.#owners);
    this.#owners = owners;
  }
}
