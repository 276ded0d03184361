import { describe, expect, it } from 'vitest';
import { pictureOf, placedPictures } from './strip-pictures.ts';

describe('the pictures of a strip', () => {
  it.each([
    [0, 0],
    [9, 0],
    [10, 1],
    [25, 2],
    [1000, 3],
  ])('should show frame %d by picture %d', (frame, picture) => {
    expect(pictureOf([0, 10, 25, 40], frame)).toBe(picture);
  });

  it('should show frames before the first picture by the first one', () => {
    expect(pictureOf([5, 10], 0)).toBe(0);
  });

  it('should lie beside each other, each showing the frame in its middle', () => {
    expect(placedPictures([0, 10, 20, 30], { from: 0, perFrame: 2, width: 60 }, 20)).toEqual([
      { picture: 0, left: 0 },
      { picture: 1, left: 20 },
      { picture: 2, left: 40 },
    ]);
  });

  it('should move with the video', () => {
    expect(placedPictures([0, 10, 20, 30], { from: 5, perFrame: 2, width: 40 }, 20)).toEqual([
      { picture: 0, left: -10 },
      { picture: 1, left: 10 },
      { picture: 2, left: 30 },
    ]);
  });
});
