/** WebGL is computed by the processor: there is no GPU, or the browser may not use it. */
export function drawsInSoftware(gl: WebGL2RenderingContext): boolean {
  const extension = gl.getExtension('WEBGL_debug_renderer_info');
  const name = String(gl.getParameter(extension?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER));
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}
