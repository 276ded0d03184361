/** A context beside the screen if WebGL 2 is computed by the processor: there is no GPU, or the browser may not use it. */
export function softwareContext(): WebGL2RenderingContext | undefined {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const gl = canvas.getContext('webgl2', { antialias: false, depth: false, stencil: false });
  if (gl === null) return undefined;
  const extension = gl.getExtension('WEBGL_debug_renderer_info');
  const name = String(gl.getParameter(extension?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER));
  if (/swiftshader|llvmpipe|softpipe|software|basic render/i.test(name)) return gl;
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return undefined;
}
