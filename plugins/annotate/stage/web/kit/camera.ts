import type { Place, Rectangle, Size } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { centreOf, isEmptyRectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';

/** The view, as plain data: the item place in the middle of the view and the zoom in CSS pixels per item pixel. */
export interface View {
  readonly centre: Place;
  readonly zoom: number;
}

/** Most CSS pixels one item pixel may cover. */
export const maxZoom = 64;

/** CSS pixels left free on each side when fitting. */
export const fitMargin = 24;

/**
 * Maps between item pixels and the screen, i.e. CSS pixels from the top left corner of the stage. Every change goes to
 * the listeners. The item can be pushed aside but never wholly out of the view.
 */
export class Camera {
  #centre: Place = { x: 0, y: 0 };
  #zoom = 1;
  #viewport: Size = { width: 1, height: 1 };
  #item: Size = { width: 1, height: 1 };
  /** The person has not moved the view yet, so that a resize may fit again. */
  #fitted = true;
  readonly #listeners = new Set<() => void>();

  get zoom(): number {
    return this.#zoom;
  }

  get view(): View {
    return { centre: this.#centre, zoom: this.#zoom };
  }

  /** CSS pixels. */
  get viewport(): Size {
    return this.#viewport;
  }

  /** Item pixels. */
  get item(): Size {
    return this.#item;
  }

  /** The part of the plane in view, in item pixels. */
  get visible(): Rectangle {
    const halfWidth = this.#viewport.width / 2 / this.#zoom;
    const halfHeight = this.#viewport.height / 2 / this.#zoom;
    return {
      minX: this.#centre.x - halfWidth,
      minY: this.#centre.y - halfHeight,
      maxX: this.#centre.x + halfWidth,
      maxY: this.#centre.y + halfHeight,
    };
  }

  /** Zoom at which the whole item fits, with a margin. */
  get fitZoom(): number {
    return this.fitZoomOf(this.#item);
  }

  /** Zoom at which an item of a size fits, with a margin. */
  fitZoomOf(item: Size): number {
    const width = Math.max(this.#viewport.width - 2 * fitMargin, 1);
    const height = Math.max(this.#viewport.height - 2 * fitMargin, 1);
    return Math.min(width / item.width, height / item.height, maxZoom);
  }

  /** Smallest zoom: the item is then an eighth of what fits, or real size when it is small. */
  get minZoom(): number {
    return Math.min(this.fitZoom / 8, 1);
  }

  toScreen(place: Place): Place {
    return {
      x: (place.x - this.#centre.x) * this.#zoom + this.#viewport.width / 2,
      y: (place.y - this.#centre.y) * this.#zoom + this.#viewport.height / 2,
    };
  }

  toItem(screen: Place): Place {
    return {
      x: (screen.x - this.#viewport.width / 2) / this.#zoom + this.#centre.x,
      y: (screen.y - this.#viewport.height / 2) / this.#zoom + this.#centre.y,
    };
  }

  /** Reports the size of the item; fits it when the view was not moved yet. */
  setItem(size: Size): void {
    this.#item = { width: Math.max(size.width, 1), height: Math.max(size.height, 1) };
    if (this.#fitted) this.fit();
    else this.#set(this.#centre, this.#zoom);
  }

  /** Reports the size of the stage. The place in the middle stays there, or the item is fitted again when it was. */
  setViewport(size: Size): void {
    this.#viewport = { width: Math.max(size.width, 1), height: Math.max(size.height, 1) };
    if (this.#fitted) this.fit();
    else this.#set(this.#centre, this.#zoom);
  }

  /** Shows the whole item. */
  fit(): void {
    this.#set({ x: this.#item.width / 2, y: this.#item.height / 2 }, this.fitZoom);
    this.#fitted = true;
  }

  /** Shows a part of the item in the middle, as large as fits but not above `limit`. */
  show(part: Rectangle, limit: number = 8): void {
    if (isEmptyRectangle(part)) return;
    const width = Math.max((part.maxX - part.minX) * 1.6, 1);
    const height = Math.max((part.maxY - part.minY) * 1.6, 1);
    const zoom = Math.min(this.#viewport.width / width, this.#viewport.height / height, limit);
    this.#set(centreOf(part), zoom);
    this.#fitted = false;
  }

  /** Moves what is seen by a distance in CSS pixels: positive moves the picture right and down. */
  pan(delta: Place): void {
    this.#set({ x: this.#centre.x - delta.x / this.#zoom, y: this.#centre.y - delta.y / this.#zoom }, this.#zoom);
    this.#fitted = false;
  }

  /** Zooms to `zoom`, keeping the item place under `anchor` (CSS pixels; the middle when absent) where it is. */
  zoomTo(zoom: number, anchor: Place = { x: this.#viewport.width / 2, y: this.#viewport.height / 2 }): void {
    const wanted = Math.min(Math.max(zoom, this.minZoom), maxZoom);
    const still = this.toItem(anchor);
    this.#set(
      {
        x: still.x - (anchor.x - this.#viewport.width / 2) / wanted,
        y: still.y - (anchor.y - this.#viewport.height / 2) / wanted,
      },
      wanted,
    );
    this.#fitted = false;
  }

  /** Restores a view, e.g. the one of the item before. */
  restore(view: View): void {
    this.#set(view.centre, view.zoom);
    this.#fitted = false;
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #set(centre: Place, zoom: number): void {
    this.#zoom = Math.min(Math.max(zoom, this.minZoom), maxZoom);
    this.#centre = {
      x: this.#within(centre.x, this.#item.width, this.#viewport.width),
      y: this.#within(centre.y, this.#item.height, this.#viewport.height),
    };
    for (const listener of this.#listeners) listener();
  }

  /** At least a quarter of the view, or half of the item, stays in sight. */
  #within(centre: number, extent: number, viewport: number): number {
    const half = viewport / 2 / this.#zoom;
    const keep = Math.min(half / 2, extent / 2);
    return Math.min(Math.max(centre, keep - half), extent - keep + half);
  }
}
