import type { Rectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { grow, intersect, isEmptyRectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { ImageSource } from '../image/image-source.ts';
import type { RasterLayer } from '../raster-layer.ts';
import type { ShapeLayer } from '../shape-layer.ts';
import type { StageFrame, StageRenderer } from '../stage-renderer.ts';
import { fitCanvas, onCanvas, overhang, visiblePart } from '../stage-renderer.ts';
import { GlScene } from './gl-scene.ts';
import { onDevicePixels } from './view-transform.ts';

/** Shapes gathered for one frame at most; more are crowded. */
const gatherLimit = 1200;

/**
 * Draws with WebGL 2 on a GPU. The view is a uniform, so panning and zooming send nothing; an edit draws only the
 * damaged part of the canvas. A lost context is restored by itself.
 */
export class GlRenderer implements StageRenderer {
  readonly kind = 'webgl';
  readonly canvas: HTMLCanvasElement;
  readonly #gl: WebGL2RenderingContext;
  readonly #scene: GlScene;
  readonly #ending = new AbortController();

  /** @throws Error when WebGL 2 is not to be had; the caller then takes the canvas renderer. */
  constructor(layer: ShapeLayer, raster: RasterLayer, requestFrame: () => void) {
    this.canvas = document.createElement('canvas');
    // Drawing only the damaged part needs what was drawn before.
    const gl = this.canvas.getContext('webgl2', {
      alpha: false,
      antialias: false,
      depth: false,
      stencil: false,
      preserveDrawingBuffer: true,
      powerPreference: 'high-performance',
    });
    if (gl === null) throw new Error('WebGL 2 is not available');
    this.#gl = gl;
    this.#scene = new GlScene(gl, layer, raster, gatherLimit, requestFrame);
    const { signal } = this.#ending;
    this.canvas.addEventListener('webglcontextlost', event => event.preventDefault(), { signal });
    this.canvas.addEventListener(
      'webglcontextrestored',
      () => {
        this.#scene.restore();
        requestFrame();
      },
      { signal },
    );
  }

  get settled(): boolean {
    return this.#scene.complete;
  }

  setImage(source: ImageSource | undefined, pending: boolean): void {
    this.#scene.setImage(source, pending);
  }

  draw(wanted: StageFrame): void {
    const gl = this.#gl;
    if (gl.isContextLost()) return;
    const resized = fitCanvas(this.canvas, wanted);
    if (resized) gl.viewport(0, 0, this.canvas.width, this.canvas.height);
    const frame = onDevicePixels(wanted, this.canvas);
    const visible = visiblePart(frame);
    this.#scene.follow(frame, visible);
    const damage =
      resized || frame.damage === undefined
        ? undefined
        : intersect(grow(frame.damage, overhang(frame) / frame.view.zoom), visible);
    if (damage !== undefined && isEmptyRectangle(damage)) return;
    this.#clip(damage, frame);
    const { batches } = this.#scene;
    const part = damage ?? visible;
    const around = grow(part, overhang(frame) / frame.view.zoom);
    this.#scene.drawPart(
      frame,
      part,
      (damage === undefined ? batches.forView(around) : batches.forDamage(around)) ?? batches.complete(),
    );
    if (frame.style.hidden) return;
    this.#scene.drawHovered(batches.emphasized('hovered'), frame);
    this.#scene.drawSelected(batches.emphasized('selected'), frame);
  }

  dispose(): void {
    this.#ending.abort();
    // What follows is then free: the context and all that belongs to it are gone.
    this.#gl.getExtension('WEBGL_lose_context')?.loseContext();
    this.#scene.dispose();
  }

  #clip(damage: Rectangle | undefined, frame: StageFrame): void {
    const gl = this.#gl;
    if (damage === undefined) {
      gl.disable(gl.SCISSOR_TEST);
      return;
    }
    const { left, top, right, bottom } = onCanvas(damage, frame, this.canvas);
    gl.enable(gl.SCISSOR_TEST);
    gl.scissor(left, this.canvas.height - bottom, right - left, bottom - top);
  }
}
