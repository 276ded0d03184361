import { describe, expect, it } from 'vitest';
import { archiveLayout, archivePath, dziHeader, pyramidShape } from './archive-layout.ts';

const dzi = ['slide/a.dzi', 'slide/a_files/9/0_0.jpg', 'slide/a_files/10/0_0.jpg', 'slide/a_files/10/1_0.jpg'];
const header = { width: 600, height: 200, tileSize: 512, overlap: 1 };

describe('the layout of an archive of tiles', () => {
  it('should be found in any folder', () => {
    const layout = archiveLayout([...dzi, 'slide/readme.txt']);
    expect(layout).toMatchObject({ scheme: 'dzi', format: 'jpg', levels: [9, 10], columns: 2, rows: 1 });
    const shape = pyramidShape(header, layout);
    expect(shape).toEqual({ ...header, levels: 2 });
    expect(archivePath(shape, layout, { level: 1, column: 1, row: 0 })).toBe('slide/a_files/10/1_0.jpg');
    expect(archivePath(shape, layout, { level: 0, column: 0, row: 0 })).toBe('slide/a_files/9/0_0.jpg');
    const xyz = archiveLayout(['0/0/0.png', '1/0/0.png', '1/1/0.png']);
    expect(xyz).toMatchObject({ scheme: 'xyz', format: 'png', levels: [0, 1], columns: 2, rows: 1 });
    expect(xyz.path(1, 1, 0)).toBe('1/1/0.png');
  });

  it('should be refused with what is wrong', () => {
    const refused = (paths: readonly string[]): string => {
      try {
        archiveLayout(paths);
        return 'accepted';
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(refused([])).toContain('has no tiles');
    expect(refused(['a.dzi', 'b.dzi'])).toContain('2 .dzi files');
    expect(refused(['a.dzi', 'b_files/0/0_0.jpg'])).toContain('no tiles in a_files/');
    expect(refused(['0/0/0.png', '2/0/0.png'])).toBe('Level 1 is missing.');
    expect(refused(['0/0/0.png', '1/0/0.jpg'])).toContain('several file types');
    expect(refused(['x/0/0/0.png', 'y/0/0/0.png'])).toContain('several folders');
  });

  it('should fit the size that the header says', () => {
    const shape =
      (change: object): (() => unknown) =>
      () =>
        pyramidShape({ ...header, ...change }, archiveLayout(dzi));
    expect(shape({ width: 2_000_000 })).toThrow('at most 131072 a side');
    expect(shape({ tileSize: 16 })).toThrow('from 64 to 2048');
    expect(shape({ overlap: 400 })).toThrow('overlap of 400');
    expect(shape({ width: 6000 })).toThrow('2 levels do not reach one tile; 5 are needed');
    expect(shape({ width: 500 })).toThrow('2 × 1 tiles; 500 × 200 pixels have 1 × 1');
  });

  it('should read the header of a DZI folder', () => {
    const xml = '<Image Format="jpg" Overlap="1" TileSize="254"><Size Width="1000" Height=\'600\'/></Image>';
    expect(dziHeader(xml)).toEqual({ width: 1000, height: 600, tileSize: 254, overlap: 1 });
    expect(() => dziHeader('<Image Overlap="1"/>')).toThrow('has no Width');
  });
});
