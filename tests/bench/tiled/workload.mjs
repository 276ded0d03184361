/** Pixels of the side of the image, between the left edges of polygons, and of the side of one. */
export const SIDE = 20_000;
const [STEP, SIZE] = [25, 16];

/** The points of each polygon, in rows around the middle of the image, then all over it. */
export function polygonPoints(count) {
  const across = Math.ceil(Math.sqrt(count));
  const step = Math.min(STEP, SIDE / across);
  const left = (SIDE - across * step) / 2;
  return Array.from({ length: count }, (_, at) => {
    const [x, y] = [left + (at % across) * step, left + Math.floor(at / across) * step].map(Math.round);
    return Array.from({ length: 8 }, (__, corner) => [
      Math.round(x + (SIZE / 2) * (1 + Math.cos((corner * Math.PI) / 4))),
      Math.round(y + (SIZE / 2) * (1 + Math.sin((corner * Math.PI) / 4))),
    ]).flat();
  });
}
