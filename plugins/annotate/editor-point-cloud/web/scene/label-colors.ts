import type { LoadedNode } from '../cloud-store.ts';

/**
 * The colour of each point by its owner: r, g, b from 0 to 255, black for none, which the shader draws as unlabelled.
 */
export function labelColors(
  { points: { indices } }: LoadedNode,
  owners: Uint16Array,
  palette: readonly string[],
): Uint8Array {
  const shades = palette.map(color => Number.parseInt(color.slice(1), 16));
  const colors = new Uint8Array(indices.length * 3);
  for (let at = 0; at < indices.length; at += 1) {
    const owner = owners[indices[at]!] ?? 0;
    if (owner === 0) continue;
    const shade = shades[owner - 1]!;
    // Black is for points without a label.
    colors[at * 3] = Math.max(1, shade >> 16);
    colors[at * 3 + 1] = (shade >> 8) & 255;
    colors[at * 3 + 2] = shade & 255;
  }
  return colors;
}

/**
 * The colour of an object among those of its class: each number is a shade of its own, 0 is the colour of the class.
 */
export function objectShade(color: string, number: number): string {
  if (number === 0) return color;
  const value = Number.parseInt(color.slice(1), 16);
  const factor = 0.55 + ((number * 0.618_034) % 1) * 0.75;
  const part = (shift: number): number => Math.min(255, Math.round(((value >> shift) & 255) * factor + 20));
  return `#${[16, 8, 0].map(shift => part(shift).toString(16).padStart(2, '0')).join('')}`;
}
