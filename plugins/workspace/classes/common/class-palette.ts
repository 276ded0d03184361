/**
 * Colours for new classes, in the order in which they are given. Each has a contrast of at least 2:1 on white and on
 * the dark canvas (#1A1B1E), and any two differ by at least 0.04 in OKLab, also for people with protanopia,
 * deuteranopia or tritanopia as simulated by Machado et al. 2009. Found by greedy farthest-point search over sRGB.
 */
export const classPalette = [
  '#2478FC',
  '#FC2400',
  '#009030',
  '#FC9C00',
  '#84009C',
  '#48C0FC',
  '#D800FC',
  '#9C0C00',
  '#60CC6C',
  '#E49CFC',
  '#30543C',
  '#9C84A8',
  '#786084',
  '#6C00D8',
  '#A8A8B4',
  '#D86CF0',
  '#A854C0',
  '#54A86C',
  '#6C8478',
  '#60486C',
  '#306C54',
  '#903CA8',
  '#F054CC',
  '#1818FC',
  '#B42400',
  '#90C09C',
  '#CC903C',
  '#7848D8',
  '#FC3C9C',
  '#CC6048',
  '#C03C9C',
  '#F090D8',
  '#549CFC',
  '#A84860',
  '#78B484',
  '#9C1884',
  '#90243C',
  '#0C9C60',
  '#6C6CD8',
  '#8490CC',
] as const;

/** The palette colour that is used least among `used` (`#RRGGBB`); of equals the first one. */
export function nextPaletteColor(used: Iterable<string>): string {
  const uses = new Map<string, number>();
  for (const color of used) uses.set(color.toUpperCase(), (uses.get(color.toUpperCase()) ?? 0) + 1);
  let best: string = classPalette[0];
  for (const color of classPalette) if ((uses.get(color) ?? 0) < (uses.get(best) ?? 0)) best = color;
  return best;
}
