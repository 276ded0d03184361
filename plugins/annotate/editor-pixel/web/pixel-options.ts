import { browserStore } from '#core/base/web/index.ts';
import type { Brush } from '../common/brush-rows.ts';
import { brushSizes } from '../common/brush-rows.ts';
import type { OverlapRule } from '../common/paint-rules.ts';

/** Settings of a person in the pixel editor. */
export interface PixelSettings {
  readonly shape: Brush['shape'];
  /** Item pixels. */
  readonly size: number;
  readonly rule: OverlapRule;
  /** The class of the rule `class`; undefined until chosen. */
  readonly overClassId: number | undefined;
  /** Each stroke is an object of its own, or all of a class are one. */
  readonly mode: 'instance' | 'semantic';
  /** Of the magic wand, 0..255. */
  readonly tolerance: number;
  /** Width of a superpixel, item pixels. */
  readonly cell: number;
  /** Distance of growing, shrinking and smoothing, item pixels. */
  readonly reach: number;
  /** 0..1. */
  readonly opacity: number;
  /** Only the outlines of objects are drawn. */
  readonly outline: boolean;
}

const key = 'loupe.pixel';
const first: PixelSettings = {
  shape: 'round',
  size: 24,
  rule: 'replace',
  overClassId: undefined,
  mode: 'instance',
  tolerance: 24,
  cell: 24,
  reach: 2,
  opacity: 0.5,
  outline: false,
};

/** The settings of this person's tab, kept for the next time. */
export class PixelOptions {
  #settings: PixelSettings = { ...first, ...stored() };
  readonly #listeners = new Set<() => void>();

  get settings(): PixelSettings {
    return this.#settings;
  }

  get brush(): Brush {
    return { shape: this.#settings.shape, size: this.#settings.size };
  }

  set(change: Partial<PixelSettings>): void {
    const next = { ...this.#settings, ...change };
    this.#settings = {
      ...next,
      size: Math.round(Math.min(brushSizes.most, Math.max(brushSizes.least, next.size))),
      tolerance: Math.round(Math.min(255, Math.max(0, next.tolerance))),
    };
    const { overClassId: _, ...kept } = this.#settings;
    browserStore.set(key, JSON.stringify(kept));
    for (const listener of this.#listeners) listener();
  }

  /** One step of the brush size: a tenth, at least a pixel. */
  resize(larger: boolean): void {
    const step = Math.max(1, Math.round(this.#settings.size / 10));
    this.set({ size: this.#settings.size + (larger ? step : -step) });
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

function stored(): Partial<PixelSettings> {
  try {
    return JSON.parse(browserStore.get(key) ?? '{}') as Partial<PixelSettings>;
  } catch {
    return {};
  }
}
