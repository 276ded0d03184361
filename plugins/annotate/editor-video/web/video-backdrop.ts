import type { Rectangle, Size } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { Backdrop, PictureLook, StageFrame } from '#plugins/annotate/stage/web/kit/index.ts';
import { lookTable } from '#plugins/annotate/stage/web/kit/index.ts';
import type { Picture } from './decode/decode-messages.ts';

/** Screen pixels for one of the video from which on its pixels are shown as squares. */
const SHARP = 3;

/** Colour where there is no picture. */
const EMPTY = '#3a3f47';

/** The frame of a video below the shapes: a canvas of the size of the video, placed by the browser's compositor. */
export class VideoBackdrop implements Backdrop {
  readonly element: HTMLElement;
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;
  #look: PictureLook | undefined;
  #empty = true;

  constructor() {
    this.element = document.createElement('div');
    this.element.dataset['videoFrame'] = '';
    Object.assign(this.element.style, {
      position: 'absolute',
      left: '0',
      top: '0',
      transformOrigin: '0 0',
      pointerEvents: 'none',
    });
    this.#canvas = document.createElement('canvas');
    Object.assign(this.#canvas.style, {
      position: 'static',
      width: 'auto',
      height: 'auto',
      display: 'block',
      background: EMPTY,
    });
    this.#context = this.#canvas.getContext('2d', { alpha: false })!;
    this.element.append(this.#canvas);
    this.element.hidden = true;
  }

  /** Pixels as shown. */
  setSize({ width, height }: Size): void {
    this.#canvas.width = width;
    this.#canvas.height = height;
    this.clear();
    this.element.hidden = false;
  }

  /** Shows a frame of a number. The picture may be released at once. */
  paint(picture: Picture, frame: number): void {
    const { width, height } = this.#canvas;
    if ('pixels' in picture) this.#context.putImageData(new ImageData(picture.pixels, picture.width), 0, 0);
    else this.#context.drawImage(picture, 0, 0, width, height);
    this.element.dataset['videoFrame'] = String(frame);
    this.#empty = false;
  }

  /** Shows that there is no picture here. */
  clear(): void {
    this.#context.fillStyle = EMPTY;
    this.#context.fillRect(0, 0, this.#canvas.width, this.#canvas.height);
    this.element.dataset['videoFrame'] = '';
    this.#empty = true;
  }

  place({ view, viewport, ratio, look }: StageFrame): void {
    const [x, y] = [viewport.width / 2 - view.centre.x * view.zoom, viewport.height / 2 - view.centre.y * view.zoom];
    this.element.style.transform = `translate(${x}px, ${y}px) scale(${view.zoom})`;
    this.#canvas.style.imageRendering = view.zoom * ratio < SHARP ? 'auto' : 'pixelated';
    if (look !== this.#look) this.#canvas.style.filter = filterOf(look);
    this.#look = look;
  }

  pixels(area: Rectangle, longestSide: number): Promise<ImageData> {
    if (this.#empty) return Promise.reject(new Error('The frame is not there yet.'));
    const [width, height] = [area.maxX - area.minX, area.maxY - area.minY];
    const scale = Math.min(1, longestSide / Math.max(width, height));
    const canvas = new OffscreenCanvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
    const context = canvas.getContext('2d', { willReadFrequently: true })!;
    context.drawImage(this.#canvas, area.minX, area.minY, width, height, 0, 0, canvas.width, canvas.height);
    return Promise.resolve(context.getImageData(0, 0, canvas.width, canvas.height));
  }
}

/** A look as a filter of the browser, which brightens and darkens as the renderers of pictures do. */
function filterOf(look: PictureLook): string {
  const table = lookTable(look);
  if (table.every((value, at) => value === at)) return '';
  const values = Array.from(table, value => (value / 255).toFixed(4)).join(' ');
  const functions = ['R', 'G', 'B'].map(channel => `<feFunc${channel} type="table" tableValues="${values}"/>`).join('');
  const filter = `<svg xmlns="http://www.w3.org/2000/svg"><filter id="look" color-interpolation-filters="sRGB"><feComponentTransfer>${functions}</feComponentTransfer></filter></svg>`;
  return `url('data:image/svg+xml,${encodeURIComponent(filter)}#look')`;
}
