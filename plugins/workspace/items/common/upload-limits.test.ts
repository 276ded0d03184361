import { describe, expect, it } from 'vitest';
import { limitMessage, limitState, limitStates, plans, remainingIn, uploadLimits } from './upload-limits.ts';

describe('upload limits', () => {
  it.each([
    [plans.free, 100, 104_857_600, 100, 4],
    [plans.starter, 2000, 104_857_600, 100, 4],
    [plans.pro, 2000, 104_857_600, 100, 4],
    [plans.enterprise, Infinity, 524_288_000, 400, 16],
  ])('of plan %i are those of the specification', (plan, images, imageBytes, vector, pixel) => {
    expect(uploadLimits[plan]).toMatchObject({
      images,
      imageBytes,
      vectorPixels: vector * 1e6,
      pixelPixels: pixel * 1e6,
    });
  });

  it('offer pdf and dicom from Pro on', () => {
    expect(
      [plans.free, plans.starter, plans.pro, plans.enterprise].map(plan => uploadLimits[plan].pdfBytes / 1_048_576),
    ).toEqual([0, 0, 100, 500]);
    expect(uploadLimits[plans.free].videoBytes).toBe(5 * 1024 ** 3);
  });
});

describe('limit states', () => {
  const target = (used: number, asked: number, limit = 10) => ({ limit, used, asked });

  it.each([
    ['everything fits', [target(0, 10)], undefined],
    ['nothing is asked', [target(12, 0)], undefined],
    ['some room, but less than asked', [target(8, 3)], limitStates.limited],
    ['no room', [target(10, 1)], limitStates.exceeded],
    ['no room in any', [target(10, 1), target(10, 5)], limitStates.exceeded],
    ['no room in some of several', [target(10, 1), target(0, 5)], limitStates.partiallyExceeded],
    ['too little room in some of several', [target(8, 3), target(0, 5)], limitStates.limited],
    ['more used than allowed', [target(11, 1), target(0, 1)], limitStates.leaked],
  ] as const)('%s', (_what, targets, state) => {
    expect(limitState(targets)).toBe(state);
  });

  it('come with the room that is left and a text', () => {
    expect([remainingIn(target(8, 3)), remainingIn(target(11, 1))]).toEqual([2, 0]);
    expect(limitMessage(50_000, 'folder')).toBe('The number of items exceeds the limit of 50 000 items per folder.');
    expect(limitMessage(500, 'plan')).toBe('The number of items exceeds the limit of 500 items per plan.');
  });
});
