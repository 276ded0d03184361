import type { Camera } from './camera.ts';
import { LabelSprites } from './label-sprites.ts';
import { OverlayPainter } from './overlay-painter.ts';

/** The canvas of the overlay. It is touched only while there is something to show. */
export class Overlay {
  readonly canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;
  readonly #painter: OverlayPainter;
  readonly #sprites = new LabelSprites();
  readonly #camera: Camera;
  #dirty = false;

  constructor(camera: Camera) {
    this.canvas = document.createElement('canvas');
    this.#context = this.canvas.getContext('2d')!;
    this.#camera = camera;
    this.#painter = new OverlayPainter(this.#context, camera, this.#sprites);
  }

  /** `paint` returns whether it drew anything. */
  draw(ratio: number, paint: (painter: OverlayPainter) => boolean): void {
    const width = Math.max(1, Math.round(this.#camera.viewport.width * ratio));
    const height = Math.max(1, Math.round(this.#camera.viewport.height * ratio));
    if (this.canvas.width !== width || this.canvas.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
      this.#dirty = false;
    }
    this.#sprites.setRatio(ratio);
    this.#context.setTransform(ratio, 0, 0, ratio, 0, 0);
    if (this.#dirty) this.#context.clearRect(0, 0, this.#camera.viewport.width, this.#camera.viewport.height);
    this.#dirty = paint(this.#painter);
  }

  /** CSS pixels of the letters of labels. */
  setFontSize(size: number): void {
    this.#sprites.setFontSize(size);
  }
}
