import { proxy } from 'valtio';
import { Disposables } from '#core/base/common/index.ts';
import type { Disposable } from '#core/base/common/index.ts';
import type { ObjectCell, ObjectCellView } from '#plugins/annotate/annotations/common/index.ts';
import type { LoadedObjects } from '#plugins/annotate/editor/web/kit/index.ts';
import type { OverlayPainter, Stage } from '#plugins/annotate/stage/web/kit/index.ts';
import { cellKey, planCells } from '../../common/cell-plan.ts';
import { CellCache } from './cell-cache.ts';
import { paintCrowd } from './crowd-painting.ts';

/** Cells that are asked for at the same time. */
const AT_ONCE = 4;
/** Objects in the scene at most while cells of another level are being read. */
const SHOWN_OBJECTS = 25_000;
/** Milliseconds of rest of the view after which cells are asked for; cells that are there are shown at once. */
const REST_MS = 60;
/** Milliseconds for which cells are gathered before they are shown, while more are on their way. */
const SHOW_MS = 150;
/** Milliseconds after which cells that could not be read are asked for again. */
const AGAIN_MS = 3_000;

/** Loads the objects around the view into the scene, cell by cell, and draws how many are where they are crowded. */
export class CellLoader {
  /** `failed`: the last cell could not be read; it is tried again. `incomplete`: large objects are left out in view. */
  readonly state = proxy({ loading: false, failed: false, crowded: false, incomplete: false, preparing: false });
  readonly #objects: LoadedObjects;
  readonly #stage: Stage;
  readonly #cache = new CellCache();
  readonly #asked = new Map<string, AbortController>();
  #wanted: readonly ObjectCell[] = [];
  #keys: ReadonlySet<string> = new Set();
  #shown: ReadonlyMap<string, ObjectCellView> = new Map();
  #rest: ReturnType<typeof setTimeout> | undefined;
  #showing: ReturnType<typeof setTimeout> | undefined;
  #disposed = false;

  constructor(objects: LoadedObjects, stage: Stage) {
    this.#objects = objects;
    this.#stage = stage;
    this.state.preparing = objects.preparing;
  }

  follow(): Disposable {
    const owned = new Disposables();
    owned.add({ dispose: this.#stage.camera.onChange(() => this.#look()) });
    owned.add({
      dispose: this.#objects.onOutdated(() => {
        this.#cache.clear();
        this.#stop(() => true);
        this.#shown = new Map();
        this.state.preparing = this.#objects.preparing;
        this.#look();
      }),
    });
    owned.add({
      dispose: () => {
        this.#disposed = true;
        clearTimeout(this.#rest);
        clearTimeout(this.#showing);
        this.#stop(() => true);
      },
    });
    this.#look();
    return owned;
  }

  /** Draws the counts of crowded cells in view; returns whether it drew anything. */
  paint(painter: OverlayPainter): boolean {
    const cells = this.#wanted.flatMap(cell => this.#cache.get(cellKey(cell))?.squares ?? []);
    return paintCrowd(painter, this.#stage.camera, cells, this.#wanted[0]?.level ?? 0);
  }

  #look(): void {
    if (this.#disposed || this.#objects.preparing || this.#objects.complete) return;
    const { visible, zoom, item } = this.#stage.camera;
    this.#wanted = planCells(visible, zoom, item).cells;
    this.#keys = new Set(this.#wanted.map(cellKey));
    this.#stop(key => !this.#keys.has(key));
    this.#show();
    clearTimeout(this.#rest);
    if (this.#missing().length > 0) this.#rest = setTimeout(() => this.#ask(), REST_MS);
    this.state.loading = this.#missing().length > 0;
  }

  #missing(): readonly ObjectCell[] {
    return this.#wanted.filter(cell => !this.#cache.has(cellKey(cell)));
  }

  #ask(): void {
    for (const cell of this.#missing()) {
      if (this.#asked.size >= AT_ONCE) return;
      if (!this.#asked.has(cellKey(cell))) void this.#read(cell);
    }
  }

  async #read(cell: ObjectCell): Promise<void> {
    const key = cellKey(cell);
    const abort = new AbortController();
    this.#asked.set(key, abort);
    try {
      const view = await this.#objects.cell(cell, abort.signal);
      if (abort.signal.aborted) return;
      this.#cache.set(key, view, this.#keys);
      this.state.failed = false;
    } catch {
      if (abort.signal.aborted || this.#disposed) return;
      this.state.failed = true;
      clearTimeout(this.#rest);
      this.#rest = setTimeout(() => this.#ask(), AGAIN_MS);
      return;
    } finally {
      if (this.#asked.get(key) === abort) this.#asked.delete(key);
    }
    this.state.loading = this.#missing().length > 0;
    if (!this.state.loading) this.#show();
    else this.#showing ??= setTimeout(() => this.#show(), SHOW_MS);
    this.#ask();
  }

  /** Puts the objects of the cells in view into the scene. What was there stays until all of them were read. */
  #show(): void {
    clearTimeout(this.#showing);
    this.#showing = undefined;
    if (this.#disposed) return;
    const there = new Map<string, ObjectCellView>();
    for (const cell of this.#wanted) {
      const view = this.#cache.get(cellKey(cell));
      if (view !== undefined) there.set(cellKey(cell), view);
    }
    let held = [...there.values()].reduce((sum, { objects }) => sum + objects.length, 0);
    if (there.size < this.#wanted.length)
      for (const [key, view] of this.#shown)
        if (!there.has(key) && (held += view.objects.length) <= SHOWN_OBJECTS) there.set(key, view);
    const isSame = there.size === this.#shown.size && [...there].every(([key, view]) => this.#shown.get(key) === view);
    if (isSame) return;
    this.#shown = there;
    this.state.crowded = this.#wanted.some(cell => (there.get(cellKey(cell))?.squares ?? null) !== null);
    this.state.incomplete = this.#wanted.some(cell => there.get(cellKey(cell))?.incomplete === true);
    this.#objects.show(objectsOf(there.values()));
    this.#stage.requestOverlay();
  }

  #stop(which: (key: string) => boolean): void {
    for (const [key, abort] of this.#asked) {
      if (!which(key)) continue;
      abort.abort();
      this.#asked.delete(key);
    }
  }
}

function* objectsOf(views: Iterable<ObjectCellView>): Generator<ObjectCellView['objects'][number]> {
  for (const { objects } of views) yield* objects;
}
