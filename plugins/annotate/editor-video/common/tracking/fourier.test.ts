import { expect, it } from 'vitest';
import { CELLS, forward, forwardPair, inverse } from './fourier.ts';

const waves = (turn: number): Float64Array =>
  Float64Array.from({ length: CELLS }, (_, at) => Math.sin(at * turn) + ((at * 7) % 13) / 13);

it('should transform two grids at once as it does one by one', () => {
  const grids = [waves(0.3), waves(1.1)] as const;
  for (const [at, { re, im }] of forwardPair(...grids).entries()) {
    const alone = forward(grids[at]!);
    const farthest = re.reduce(
      (most, value, cell) => Math.max(most, Math.abs(value - alone.re[cell]!), Math.abs(im[cell]! - alone.im[cell]!)),
      0,
    );
    expect(farthest).toBeLessThan(1e-9);
    expect(inverse({ re, im })[100]).toBeCloseTo(grids[at]![100]!);
  }
});
