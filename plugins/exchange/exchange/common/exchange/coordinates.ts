/** A coordinate with at most two decimals. */
export const rounded = (value: number): number => Math.round(value * 100) / 100 + 0;

/** The corners of a box, clockwise from the top left, as one ring. */
export const boxRing = (x1: number, y1: number, x2: number, y2: number): number[] => [x1, y1, x2, y1, x2, y2, x1, y2];
