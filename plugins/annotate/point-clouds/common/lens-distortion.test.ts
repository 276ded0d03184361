import { expect, it } from 'vitest';
import { superviselyCamera } from './calibration.ts';
import { distorted, readDistortion } from './lens-distortion.ts';

it('should bend directions by the formulas of OpenCV', () => {
  expect(distorted(0, 0, [-0.3, 0.1, 0, 0])).toEqual([0, 0]);
  const [barrel] = distorted(0.5, 0, [-0.2, 0, 0, 0]);
  expect(barrel).toBeCloseTo(0.5 * (1 - 0.2 * 0.25), 12);
  const [x, y] = distorted(0.3, 0.4, [0, 0, 0.01, 0.02, 0]);
  expect(x).toBeCloseTo(0.3 + 2 * 0.01 * 0.12 + 0.02 * (0.25 + 2 * 0.09), 12);
  expect(y).toBeCloseTo(0.4 + 0.01 * (0.25 + 2 * 0.16) + 2 * 0.02 * 0.12, 12);
  const [rational] = distorted(0.6, 0, [0.4, 0, 0, 0, 0, 0.4, 0, 0]);
  expect(rational).toBeCloseTo(0.6, 12);
});

it('should keep what lies outside of the picture outside, where the polynomial turns back', () => {
  const strong = [-0.35, 0, 0, 0, 0];
  const tangents = Array.from({ length: 60 }, (_, at) => at * 0.1);
  const bent = tangents.map(each => distorted(each, 0, strong)[0]);
  expect(bent).toEqual(bent.toSorted((one, other) => one - other));
  // The polynomial alone would bring it into the middle.
  expect(distorted(1.7, 0, strong)[0]).toBeGreaterThan(1);
});

it('should read coefficients, and say which field is none', () => {
  expect(readDistortion(undefined, 'a')).toBeUndefined();
  expect(readDistortion([0, 0, 0, 0, 0], 'a')).toBeUndefined();
  expect(readDistortion([[-0.3, 0.1, 0, 0]], 'a')).toEqual([-0.3, 0.1, 0, 0]);
  for (const wrong of [[0.1], ['k1', 1, 2, 3], { k1: 0.1 }, 0.2])
    expect(() => readDistortion(wrong, 'cam.json: distortion')).toThrow(
      'cam.json: distortion must be a list of 4, 5 or 8',
    );
});

it('should be read beside the matrices of a Supervisely image', () => {
  const sensorsData = {
    intrinsicMatrix: [700, 0, 20, 0, 700, 10, 0, 0, 1],
    extrinsicMatrix: [0, -1, 0, 0, 0, 0, -1, 0, 1, 0, 0, 0],
    distortion: [-0.3, 0.1, 0, 0],
  };
  expect(superviselyCamera({ meta: { sensorsData } }, 'cam.json')?.distortion).toEqual([-0.3, 0.1, 0, 0]);
  expect(() => superviselyCamera({ meta: { sensorsData: { ...sensorsData, distortion: [1] } } }, 'cam.json')).toThrow(
    'cam.json: meta.sensorsData.distortion must be',
  );
});
