import { expect, it } from 'vitest';
import { addressKind, dziPlaces, xyzPlaces } from './tile-address.ts';

const header = (format: string): string =>
  `<Image Format="${format}" Overlap="1" TileSize="254"><Size Width="1000" Height="600"/></Image>`;

it('should know the kind of a tile source by its address', () => {
  expect(
    [
      'https://a.test/slide.dzi',
      'https://a.test/slide.DZI?sig=1',
      'https://a.test/{z}/{x}/{y}.jpg',
      'https://a.test/{level}/{x}/{y}.png',
      'https://a.test/{x}/{y}.png',
      'https://a.test/slide.tif?name=a.dzi',
    ].map(addressKind),
  ).toEqual(['dzi', 'dzi', 'xyz', 'xyz', 'file', 'file']);
});

it('should place the tiles of a DZI header beside it, with what signs its address', () => {
  const { layout } = dziPlaces('https://a.test/x/slide.dzi?sig=1', header('jpeg'));
  expect(layout).toMatchObject({ scheme: 'dzi', format: 'jpg', columns: 4, rows: 3 });
  expect(layout.levels).toEqual(Array.from({ length: 11 }, (_, at) => at));
  expect(layout.path(10, 3, 2)).toBe('https://a.test/x/slide_files/10/3_2.jpeg?sig=1');
  expect(() => dziPlaces('https://a.test/a.dzi', header('tiff'))).toThrow('Use jpg, png or webp');
});

it('should fill in a pattern', () => {
  const shape = { width: 400, height: 300, tileSize: 256, overlap: 0, levels: 2 };
  const layout = xyzPlaces('https://a.test/{z}/{x}/{y}.webp?k=1', shape, 2);
  expect(layout).toMatchObject({ scheme: 'xyz', format: 'webp', levels: [0, 1], columns: 2, rows: 2 });
  expect(layout.path(1, 0, 1)).toBe('https://a.test/1/0/1.webp?k=1');
  expect(() => xyzPlaces('https://a.test/{z}/{x}/{y}', shape, 2)).toThrow('has no file type');
});
