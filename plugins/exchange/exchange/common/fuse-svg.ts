import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import type { Outline } from '#plugins/annotate/annotations/common/geometry/index.ts';

/** Gives the outline of an instance in image pixels; undefined when it has none. */
export type OutlineOf = (instance: Instance) => Outline | undefined;

/** Colour of instances without a class. */
const NO_CLASS = '#9aa0a8';
const OPACITY = 0.3;

/** Strokes are this part of the longer side of the picture, at least one pixel. */
const STROKE = 1 / 700;

const isColor = (text: string): boolean => /^#[0-9a-f]{3,8}$/i.test(text);
const places = (flat: readonly number[]): string => {
  let text = '';
  for (let at = 0; at + 1 < flat.length; at += 2)
    text += `${at > 0 ? ' ' : ''}${Math.round(flat[at]! * 100) / 100},${Math.round(flat[at + 1]! * 100) / 100}`;
  return text;
};
const isDrawn = ({ rings, lines, dots }: Outline): boolean =>
  [...rings, ...lines, dots].every(each => each.every(Number.isFinite));

/** The outline, or undefined for a shape whose numbers are not there, as an older program may have stored it. */
function drawnOutline(instance: Instance, outlineOf: OutlineOf): Outline | undefined {
  try {
    const outline = outlineOf(instance);
    return outline !== undefined && isDrawn(outline) ? outline : undefined;
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/**
 * The shapes of a vector document as an SVG of the size of its image, in drawing
 * order, filled lightly in the colour of their class. Coordinates are image pixels. Tags have no shape.
 *
 * @param colors colour of each class by name, `#RRGGBB`
 * @param size of the image in pixels
 */
export function fuseSvg(
  instances: readonly Instance[],
  outlineOf: OutlineOf,
  colors: ReadonlyMap<string, string>,
  size: { readonly width: number; readonly height: number },
): string {
  const stroke = Math.max(1, Math.round(Math.max(size.width, size.height) * STROKE));
  const shapes = instances.map(instance => {
    const outline = drawnOutline(instance, outlineOf);
    if (outline === undefined) return '';
    const known = colors.get(instance.className ?? '') ?? NO_CLASS;
    const color = isColor(known) ? known : NO_CLASS;
    const area =
      outline.rings.length === 0
        ? ''
        : `<path d="${outline.rings.map(ring => `M${places(ring)}Z`).join('')}" fill="${color}" fill-opacity="${OPACITY}" fill-rule="evenodd"/>`;
    const lines = outline.lines.map(line => `<polyline points="${places(line)}" fill="none"/>`).join('');
    let dots = '';
    for (let at = 0; at + 1 < outline.dots.length; at += 2)
      dots += `<circle cx="${outline.dots[at]}" cy="${outline.dots[at + 1]}" r="${stroke * 2}" fill="${color}"/>`;
    return `<g stroke="${color}">${area}${lines}${dots}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${size.width} ${size.height}"><g stroke-width="${stroke}" stroke-linejoin="round">${shapes.join('')}</g></svg>`;
}
