import { TilePool } from './tile-pool.ts';

/**
 * Context and canvases of a stage where WebGL 2 is computed by the processor. Stages hand them on, since memory that is
 * used for the first time costs more there than drawing a picture.
 */
export interface SoftwareSurface {
  /** A context beside the screen, with its compiled programs. */
  readonly gl: WebGL2RenderingContext;
  /** The canvas that is shown. */
  readonly canvas: HTMLCanvasElement;
  readonly context: CanvasRenderingContext2D;
  readonly pool: TilePool;
}

/** True when WebGL 2 is computed by the processor; undefined until it was looked at. A page does not change that. */
let inSoftware: boolean | undefined;
/** The surface that a stage has left. */
let spare: SoftwareSurface | undefined;

/**
 * Returns a surface if WebGL 2 is computed by the processor: there is no GPU, or the browser may not use it. It may be
 * one that a stage has left; its canvas is hidden then, and shows what was drawn last.
 */
export function softwareSurface(): SoftwareSurface | undefined {
  if (inSoftware === false) return undefined;
  const left = spare;
  spare = undefined;
  if (left !== undefined && !left.gl.isContextLost()) return left;
  const gl = document.createElement('canvas').getContext('webgl2', { antialias: false, depth: false, stencil: false });
  if (gl === null) return undefined;
  gl.canvas.width = gl.canvas.height = 1;
  inSoftware = isSoftware(gl);
  const canvas = document.createElement('canvas');
  const context = inSoftware ? canvas.getContext('2d', { alpha: false }) : null;
  if (context !== null) return { gl, canvas, context, pool: new TilePool() };
  endContext(gl);
  return undefined;
}

/** Returns whether this page draws without a graphics card. */
export function rendersInSoftware(): boolean {
  if (inSoftware !== undefined) return inSoftware;
  const gl = document.createElement('canvas').getContext('webgl2');
  inSoftware = gl === null || isSoftware(gl);
  if (gl !== null) endContext(gl);
  return inSoftware;
}

/** Returns whether the browser computes a context by the processor. */
export function isSoftware(gl: WebGLRenderingContext | WebGL2RenderingContext): boolean {
  const extension = gl.getExtension('WEBGL_debug_renderer_info');
  const name = String(gl.getParameter(extension?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER));
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}

/** Offers a surface to the stage that opens next. */
export function leaveSurface(surface: SoftwareSurface): void {
  surface.canvas.style.visibility = 'hidden';
  spare = surface;
}

/** Ends a surface that was left, unless another stage has it. */
export function endLeftSurface(surface: SoftwareSurface): void {
  if (spare !== surface) return;
  spare = undefined;
  endContext(surface.gl);
}

/** Gives back the memory of a context and of all that belongs to it. */
function endContext(gl: WebGL2RenderingContext): void {
  gl.getExtension('WEBGL_lose_context')?.loseContext();
}
