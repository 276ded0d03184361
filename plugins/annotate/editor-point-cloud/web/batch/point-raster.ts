import type { LoadedNode } from '../cloud-store.ts';
import type { Coloring } from '../cloud-settings.ts';
import type { ViewRect } from '../scene/point-renderer.ts';
import type { StageView } from '../stage-view.ts';

/** Appearance of points in a small view. */
export interface RasterStyle {
  /** Colours that need the objects or cameras of a frame are shown as heights. */
  readonly coloring: Coloring;
  /** Heights of the lowest and the highest colour, metres. */
  readonly heights: readonly [number, number];
  /** Pixels of a point. */
  readonly pointSize: number;
}

/** A picture of RGBA pixels. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint32Array;
}

const SHADES = 256;

/** Turbo colours as pixels (A. Mikhailov, 2019): the shades of the large view. */
const turbo = Uint32Array.from({ length: SHADES }, (_, at) => {
  const t = at / (SHADES - 1);
  const polynomial = (a: number, b: number, c: number, d: number, e: number, f: number): number =>
    Math.min(255, Math.max(0, Math.round((a + t * (b + t * (c + t * (d + t * (e + t * f))))) * 255)));
  return pixelOf(
    polynomial(0.13572138, 4.6153926, -42.66032258, 132.13108234, -152.94239396, 59.28637943),
    polynomial(0.09140261, 2.19418839, 4.84296658, -14.18503333, 4.27729857, 2.82956604),
    polynomial(0.1066733, 12.64194608, -60.58204836, 110.36276771, -89.90310912, 27.34824973),
  );
});

function pixelOf(red: number, green: number, blue: number): number {
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}

/**
 * Paints the points of nodes in a view, on a picture with `ratio` pixels to a CSS pixel. Only what the view shows is
 * painted: the part of the scan around the box.
 */
export function paintPoints(
  raster: Raster,
  { rect, frame }: Pick<StageView, 'rect' | 'frame'>,
  ratio: number,
  nodes: readonly LoadedNode[],
  style: RasterStyle,
): void {
  const { position, right, up, forward, near, far } = frame;
  const scale = frame.scale * ratio;
  const size = Math.max(1, Math.round(style.pointSize));
  const area = scaled(rect, ratio);
  const [cx, cy] = [area.x + area.width / 2, area.y + area.height / 2];
  for (const node of nodes) {
    const { positions, min } = node;
    const [ox, oy, oz] = [min.x - position.x, min.y - position.y, min.z - position.z];
    const shade = shadeOf(node, style);
    for (let at = 0; at + 2 < positions.length; at += 3) {
      const [x, y, z] = [positions[at]! + ox, positions[at + 1]! + oy, positions[at + 2]! + oz];
      const depth = x * forward.x + y * forward.y + z * forward.z;
      if (depth < near || depth > far) continue;
      const left = Math.round(cx + (x * right.x + y * right.y + z * right.z) * scale - size / 2);
      const top = Math.round(cy - (x * up.x + y * up.y + z * up.z) * scale - size / 2);
      if (left + size <= area.x || top + size <= area.y) continue;
      if (left >= area.x + area.width || top >= area.y + area.height) continue;
      fill(raster, area, left, top, size, shade(at / 3));
    }
  }
}

const scaled = ({ x, y, width, height }: ViewRect, ratio: number): ViewRect => ({
  x: Math.round(x * ratio),
  y: Math.round(y * ratio),
  width: Math.round(width * ratio),
  height: Math.round(height * ratio),
});

function fill(
  { width, height, pixels }: Raster,
  area: ViewRect,
  left: number,
  top: number,
  size: number,
  pixel: number,
): void {
  const [lastX, lastY] = [
    Math.min(left + size, area.x + area.width, width),
    Math.min(top + size, area.y + area.height, height),
  ];
  for (let y = Math.max(top, area.y); y < lastY; y += 1)
    for (let x = Math.max(left, area.x); x < lastX; x += 1) pixels[y * width + x] = pixel;
}

/** Returns the pixel of each point of a node by its number. */
function shadeOf(node: LoadedNode, { coloring, heights: [low, high] }: RasterStyle): (point: number) => number {
  const { positions, points, min } = node;
  const { color, intensity } = points;
  if (coloring === 'color' && color !== undefined)
    return point => pixelOf(color[point * 3]!, color[point * 3 + 1]!, color[point * 3 + 2]!);
  const shade = (share: number): number =>
    turbo[Math.round((0.06 + 0.9 * Math.min(1, Math.max(0, share))) * (SHADES - 1))]!;
  if (coloring === 'intensity' && intensity !== undefined) return point => shade(Math.sqrt(intensity[point]! / 65_535));
  const range = Math.max(0.01, high - low);
  return point => shade((positions[point * 3 + 2]! + min.z - low) / range);
}
