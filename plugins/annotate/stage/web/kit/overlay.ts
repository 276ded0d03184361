import type { Camera } from './camera.ts';
import { LabelSprites } from './label-sprites.ts';
import { OverlayPainter } from './overlay-painter.ts';

/** The canvas of an overlay that was disposed of: memory that is used for the first time costs time. */
let spare: HTMLCanvasElement | undefined;

/**
 * The canvas of the overlay. It is touched and visible only while there is something to show: where the processor draws,
 * an empty canvas costs as much as a full one.
 */
export class Overlay {
  readonly canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;
  readonly #painter: OverlayPainter;
  readonly #sprites = new LabelSprites();
  readonly #camera: Camera;
  #dirty = false;
  /** Device pixels for each CSS pixel. */
  #ratio = 1;
  #isScaled = false;

  constructor(camera: Camera) {
    this.canvas = spare ?? document.createElement('canvas');
    spare = undefined;
    this.#context = this.canvas.getContext('2d')!;
    this.#context.reset();
    this.#camera = camera;
    this.#painter = new OverlayPainter(() => this.#scaled(), camera, this.#sprites);
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
    this.#ratio = ratio;
    this.#isScaled = false;
    if (this.#dirty) this.#scaled().clearRect(0, 0, this.#camera.viewport.width, this.#camera.viewport.height);
    this.#dirty = paint(this.#painter);
    this.canvas.style.visibility = this.#dirty ? '' : 'hidden';
  }

  /** Returns the context, whose unit is the CSS pixel. */
  #scaled(): CanvasRenderingContext2D {
    if (!this.#isScaled) this.#context.setTransform(this.#ratio, 0, 0, this.#ratio, 0, 0);
    this.#isScaled = true;
    return this.#context;
  }

  /** CSS pixels of the letters of labels. */
  setFontSize(size: number): void {
    this.#sprites.setFontSize(size);
  }

  /** Offers the canvas to the overlay that is made next. */
  dispose(): void {
    this.canvas.style.visibility = 'hidden';
    spare = this.canvas;
  }
}
