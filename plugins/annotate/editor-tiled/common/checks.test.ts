import { describe, expect, it } from 'vitest';
import { allAtOnce } from '#core/base/common/index.ts';
import { toGround, toPixels } from '#plugins/annotate/tiles/common/index.ts';
import { tiledChecks } from './checks.ts';

const metadata = {
  name: 'harbour.tif',
  width: 24_576,
  height: 16_384,
  tiling: { tileSize: 512, overlap: 0, levels: 7, format: 'jpg', scheme: 'xyz' },
  georeference: { crs: 'EPSG:32631', transform: [0.5, 0, 580_000, 0, -0.5, 4_800_000] },
};
const errors = (change: object, media?: { width: number; height: number }): string[] =>
  allAtOnce(
    tiledChecks(
      { metadata: { ...metadata, ...change } },
      { form: 'export', ...(media === undefined ? {} : { media }) },
    ),
  )
    .filter(issue => issue.severity === 'error')
    .map(issue => `${issue.path}: ${issue.message}`);

describe('checks of tiled documents', () => {
  it('should accept a complete document, and the shapes of vector projects', () => {
    expect(errors({})).toEqual([]);
    expect(errors({ tiling: null, georeference: null })).toEqual([]);
    const box = { type: 'bbox', className: 'Vessel', points: { x1: 11_020, y1: 2700, x2: 11_410, y2: 2788 } };
    expect(allAtOnce(tiledChecks({ metadata, instances: [box] }, { form: 'export' }))).toEqual([]);
    expect(
      allAtOnce(tiledChecks({ metadata, instances: [{ type: 'bbox', points: { x1: 1 } }] }, { form: 'export' })).length,
    ).toBeGreaterThan(0);
  });

  it('should ask for the size where the image is not known', () => {
    expect(errors({ width: undefined, height: null })).toEqual([
      'metadata.width: width is missing',
      'metadata.height: height is missing',
    ]);
    expect(errors({ width: undefined, height: undefined }, { width: 24_576, height: 16_384 })).toEqual([]);
  });

  it('should refuse a tiling out of range', () => {
    expect(errors({ tiling: { tileSize: 32, levels: 7 } }).map(each => each.split(':')[0])).toEqual([
      'metadata.tiling.tileSize',
    ]);
    expect(errors({ tiling: { ...metadata.tiling, levels: 3 } })).toEqual([
      'metadata.tiling.levels: 3 levels do not reach one tile',
    ]);
    expect(errors({ tiling: { ...metadata.tiling, overlap: -1 } })).toHaveLength(1);
  });

  it('should refuse a transform that leads nowhere', () => {
    expect(errors({ georeference: { crs: 'EPSG:4326', transform: [1, 2, 0, 2, 4, 0] } })).toEqual([
      'metadata.georeference.transform: transform cannot be inverted',
    ]);
    expect(errors({ georeference: { crs: 'EPSG:4326', transform: [1, 2] } })).toHaveLength(1);
  });
});

it('should lead from pixels to the ground and back', () => {
  const { transform } = metadata.georeference;
  expect(toGround(transform, 100, 200)).toEqual([580_050, 4_799_900]);
  expect(toPixels(transform, 580_050, 4_799_900)).toEqual([100, 200]);
});
