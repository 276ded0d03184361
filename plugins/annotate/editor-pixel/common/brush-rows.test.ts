import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { Brush } from './brush-rows.ts';
import { brushCentre, brushRows } from './brush-rows.ts';

function covered(brush: Brush, from: { x: number; y: number }, to: { x: number; y: number }): ReadonlySet<string> {
  const found = new Set<string>();
  brushRows(brush, from, to, (y, first, end) => {
    for (let x = first; x < end; x += 1) found.add(`${x},${y}`);
  });
  return found;
}

/** Returns the distance of a pixel's centre from the path of the brush: along the larger axis for a square one. */
function away(
  brush: Brush,
  from: { x: number; y: number },
  to: { x: number; y: number },
  x: number,
  y: number,
): number {
  let least = Infinity;
  const steps = 1500;
  if (brush.shape === 'round') {
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const length = dx * dx + dy * dy;
    const along =
      length === 0 ? 0 : Math.min(1, Math.max(0, ((x + 0.5 - from.x) * dx + (y + 0.5 - from.y) * dy) / length));
    return Math.hypot(from.x + along * dx - x - 0.5, from.y + along * dy - y - 0.5);
  }
  for (let step = 0; step <= steps; step += 1) {
    const along = step / steps;
    least = Math.min(
      least,
      Math.max(
        Math.abs(from.x + along * (to.x - from.x) - x - 0.5),
        Math.abs(from.y + along * (to.y - from.y) - y - 0.5),
      ),
    );
  }
  return least;
}

describe('a brush', () => {
  it('of one pixel paints the pixel under the pointer', () => {
    const brush: Brush = { shape: 'round', size: 1 };
    for (const place of [
      { x: 7.01, y: 3.99 },
      { x: 7.5, y: 3.5 },
      { x: 7.99, y: 3 },
    ]) {
      const centre = brushCentre(brush, place);
      expect([...covered(brush, centre, centre)]).toEqual(['7,3']);
    }
  });

  it('covers exactly the pixels it passes over', () => {
    const places = fc.record({ x: fc.integer({ min: 0, max: 30 }), y: fc.integer({ min: 0, max: 30 }) });
    fc.assert(
      fc.property(
        fc.constantFrom<Brush['shape']>('round', 'square'),
        fc.integer({ min: 1, max: 13 }),
        places,
        places,
        (shape, size, first, second) => {
          const brush: Brush = { shape, size };
          const [from, to] = [brushCentre(brush, first), brushCentre(brush, second)];
          const found = covered(brush, from, to);
          const wrong: string[] = [];
          for (let y = -8; y < 40; y += 1) {
            for (let x = -8; x < 40; x += 1) {
              const distance = away(brush, from, to, x, y);
              // On the rim itself rounding may go either way.
              if (Math.abs(distance - size / 2) < 0.02) continue;
              if (found.has(`${x},${y}`) !== distance < size / 2)
                wrong.push(`${shape} ${size} ${JSON.stringify([from, to])} at ${x},${y}, ${distance} away`);
            }
          }
          expect(wrong).toEqual([]);
        },
      ),
      { numRuns: 60 },
    );
  });
});
