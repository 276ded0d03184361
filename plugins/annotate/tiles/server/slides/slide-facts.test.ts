import { describe, expect, it } from 'vitest';
import { slideFacts } from './slide-facts.ts';

const header = (...lines: readonly string[]): string =>
  ['slide.svs: 4000x3000 uchar, 4 bands, rgb, openslideload', 'width: 4000', 'height: 3000', ...lines].join('\n');

describe('facts of a whole-slide image', () => {
  it('should be its size and the metres along a pixel', () => {
    expect(slideFacts(header('vips-loader: openslideload', 'openslide.mpp-x: 0.25', 'openslide.mpp-y: 0.25'))).toEqual({
      width: 4000,
      height: 3000,
      metresPerPixel: expect.closeTo(2.5e-7, 12),
    });
  });

  it.each(['0', '-1', 'nan', '1e9'])('should leave out the scale of %s micrometres', mpp => {
    expect(
      slideFacts(header('vips-loader: openslideload', `openslide.mpp-x: ${mpp}`, `openslide.mpp-y: ${mpp}`)),
    ).toEqual({ width: 4000, height: 3000, metresPerPixel: undefined });
  });

  it('should not come from another loader', () => {
    expect(slideFacts(header('vips-loader: tiffload'))).toBeUndefined();
    expect(slideFacts('')).toBeUndefined();
  });
});
