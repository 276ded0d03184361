/** True when WebGL 2 is computed by the processor; undefined until it was looked at. A page does not change that. */
let inSoftware: boolean | undefined;
/** A context that a stage has left, with its compiled programs. */
let spare: WebGL2RenderingContext | undefined;

/**
 * Returns a context beside the screen if WebGL 2 is computed by the processor: there is no GPU, or the browser may not
 * use it. It may be one that a stage has left, which saves making one and compiling its programs.
 */
export function softwareContext(): WebGL2RenderingContext | undefined {
  if (inSoftware === false) return undefined;
  const left = spare;
  spare = undefined;
  if (left !== undefined && !left.isContextLost()) return left;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const gl = canvas.getContext('webgl2', { antialias: false, depth: false, stencil: false });
  if (gl === null) return undefined;
  const extension = gl.getExtension('WEBGL_debug_renderer_info');
  const name = String(gl.getParameter(extension?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER));
  inSoftware = /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
  if (inSoftware) return gl;
  endContext(gl);
  return undefined;
}

/** Offers a context to the stage that opens next. */
export function leaveContext(gl: WebGL2RenderingContext): void {
  spare = gl;
}

/** Ends a context that was left. False when another stage has it. */
export function endLeftContext(gl: WebGL2RenderingContext): boolean {
  if (spare !== gl) return false;
  spare = undefined;
  endContext(gl);
  return true;
}

/** Gives back the memory of a context and of all that belongs to it. */
function endContext(gl: WebGL2RenderingContext): void {
  gl.getExtension('WEBGL_lose_context')?.loseContext();
}
