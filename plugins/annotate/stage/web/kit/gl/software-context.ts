/** True when WebGL 2 is computed by the processor; undefined until it was looked at. A page does not change that. */
let inSoftware: boolean | undefined;

/**
 * A context beside the screen if WebGL 2 is computed by the processor: there is no GPU, or the browser may not use it.
 */
export function softwareContext(): WebGL2RenderingContext | undefined {
  if (inSoftware === false) return undefined;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const gl = canvas.getContext('webgl2', { antialias: false, depth: false, stencil: false });
  if (gl === null) return undefined;
  const extension = gl.getExtension('WEBGL_debug_renderer_info');
  const name = String(gl.getParameter(extension?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER));
  inSoftware = /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
  if (inSoftware) return gl;
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return undefined;
}
