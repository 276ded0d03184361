import type { Place } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { Camera } from './camera.ts';
import type { LabelSprites } from './label-sprites.ts';

/** Writes texts above the shapes, in CSS pixels: class names, names of points, notes and advice. */
export class OverlayLabels {
  readonly #open: () => CanvasRenderingContext2D;
  readonly #camera: Camera;
  readonly #sprites: LabelSprites;

  constructor(open: () => CanvasRenderingContext2D, camera: Camera, sprites: LabelSprites) {
    this.#open = open;
    this.#camera = camera;
    this.#sprites = sprites;
  }

  get #context(): CanvasRenderingContext2D {
    return this.#open();
  }

  /** A name on its class colour, `lift` CSS pixels above an item place, kept inside the view. */
  label(place: Place, text: string, color: string, lift: number = 3): void {
    const sprite = this.#sprites.get(text, color);
    const { x, y } = this.#camera.toScreen(place);
    const { width, height } = this.#camera.viewport;
    const left = Math.round(Math.min(Math.max(x, 0), Math.max(width - sprite.width, 0)));
    const top = Math.round(Math.min(Math.max(y - sprite.height - lift, 0), Math.max(height - sprite.height, 0)));
    this.#context.drawImage(sprite.picture, left, top, sprite.width, sprite.height);
  }

  /** The name of a point, beside it. */
  ofPoint(place: Place, text: string, color: string): void {
    const sprite = this.#sprites.get(text, color);
    const { x, y } = this.#camera.toScreen(place);
    this.#context.drawImage(sprite.picture, Math.round(x + 9), Math.round(y + 5), sprite.width, sprite.height);
  }

  /** A short note beside a place on the screen, e.g. the size of what is drawn. */
  note(screen: Place, text: string): void {
    const sprite = this.#sprites.get(text, '#1b2026');
    const { width, height } = this.#camera.viewport;
    this.#context.drawImage(
      sprite.picture,
      Math.round(Math.min(screen.x + 14, width - sprite.width)),
      Math.round(Math.min(screen.y + 14, height - sprite.height)),
      sprite.width,
      sprite.height,
    );
  }

  /**
   * Lines in the bottom left corner, clear of what the frame shows along the top and on the right, e.g. what a tool
   * waits for.
   */
  advice(lines: readonly string[]): void {
    const { height } = this.#camera.viewport;
    let bottom = height - 10;
    for (const text of lines.toReversed()) {
      const sprite = this.#sprites.get(text, '#1b2026');
      bottom -= sprite.height + 3;
      this.#context.drawImage(sprite.picture, 10, Math.round(bottom), sprite.width, sprite.height);
    }
  }
}
