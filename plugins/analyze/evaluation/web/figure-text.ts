/** Returns a figure of 0 to 1 with three digits; a dash for none. */
export const figureText = (value: number | null | undefined): string =>
  value === null || value === undefined ? '–' : value.toFixed(3);

/** Returns how much a figure is above or below another, with its sign; nothing where one is missing. */
export function differenceText(value: number | null | undefined, other: number | null | undefined): string {
  if (value === null || value === undefined || other === null || other === undefined) return '';
  const difference = value - other;
  return Math.abs(difference) < 0.0005 ? '±0' : `${difference > 0 ? '+' : '−'}${Math.abs(difference).toFixed(3)}`;
}
