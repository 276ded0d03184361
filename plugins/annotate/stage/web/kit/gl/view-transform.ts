import type { Size } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { StageFrame } from '../stage-renderer.ts';
import type { Program } from './program.ts';

/** Shader text that maps item pixels to the clip space, through the uniforms of {@link setView}. */
export const viewShader = `
uniform vec2 u_centre;
uniform float u_scale;
uniform vec2 u_half;
vec2 toDevice(vec2 place) { return (place - u_centre) * u_scale; }
vec4 toClip(vec2 device) { return vec4(device.x / u_half.x, -device.y / u_half.y, 0.0, 1.0); }
`;

/** Passes the view to a program; the program must be in use. */
export function setView(gl: WebGL2RenderingContext, program: Program, frame: StageFrame): void {
  gl.uniform2f(program.uniform('u_centre'), frame.view.centre.x, frame.view.centre.y);
  gl.uniform1f(program.uniform('u_scale'), frame.view.zoom * frame.ratio);
  gl.uniform2f(
    program.uniform('u_half'),
    (frame.viewport.width * frame.ratio) / 2,
    (frame.viewport.height * frame.ratio) / 2,
  );
}

/**
 * The frame moved by less than a pixel so that the item's origin lies on a device pixel: tiles then join without a
 * seam.
 */
export function onDevicePixels(frame: StageFrame, canvas: Size): StageFrame {
  const scale = frame.view.zoom * frame.ratio;
  const snapped = (centre: number, extent: number): number =>
    (Math.round(centre * scale - extent / 2) + extent / 2) / scale;
  return {
    ...frame,
    view: {
      ...frame.view,
      centre: { x: snapped(frame.view.centre.x, canvas.width), y: snapped(frame.view.centre.y, canvas.height) },
    },
  };
}
