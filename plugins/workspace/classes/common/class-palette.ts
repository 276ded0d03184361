/**
 * Colours for new classes, in the order in which they are handed out. Each has a contrast of at least 3:1 on white
 * and on the dark canvas (#1A1B1E), and any two differ by at least 0.12 in OKLab; the first ones differ most.
 */
export const classPalette = [
  '#2090F4',
  '#D00034',
  '#00A800',
  '#E400F8',
  '#80683C',
  '#CC70B0',
  '#7854C0',
  '#00709C',
  '#0C9884',
  '#9C9414',
  '#CC6400',
  '#3054FC',
  '#047C00',
  '#B810B0',
  '#F804A8',
  '#9810FC',
  '#A874FC',
  '#848CAC',
  '#A05478',
  '#FC5C68',
] as const;

/** The palette colour that is used least among `used` (`#RRGGBB`); of equals the first one. */
export function nextPaletteColor(used: Iterable<string>): string {
  const uses = new Map<string, number>();
  for (const color of used) uses.set(color.toUpperCase(), (uses.get(color.toUpperCase()) ?? 0) + 1);
  let best: string = classPalette[0];
  for (const color of classPalette) if ((uses.get(color) ?? 0) < (uses.get(best) ?? 0)) best = color;
  return best;
}
