import { expect, it } from 'vitest';
import { textFile } from '../exchange/exchange.support.ts';
import type { PngCodec } from '../exchange/raster-picture.ts';
import { TransferReport } from '../transfer-report.ts';
import { readMasks } from './read-masks.ts';

const codec = (pixels: Uint8Array): PngCodec => ({
  decode: () => ({ width: 2, height: 2, kind: 'grey', bits: 8, pixels }),
  encode: () => new Uint8Array(),
});
const files = [textFile('classes.txt', 'background\nCar\n'), textFile('masks/a.png', '')];

it('should make void pixels of a mask background, and report them', async () => {
  const report = new TransferReport();
  const set = await readMasks(files, report, codec(Uint8Array.of(0, 1, 255, 255)));
  const { instances } = await set.documents[0]!.read(undefined);
  expect(instances.map(each => each.className)).toEqual(['Car']);
  expect(report.notes().map(each => each.text)).toEqual(['1 mask has void pixels (255), which become background']);
});

it('should keep the class that a list of 256 names gives to the value 255', async () => {
  const names = Array.from({ length: 256 }, (_, at) => (at === 0 ? 'background' : `class ${at}`)).join('\n');
  const report = new TransferReport();
  const set = await readMasks(
    [textFile('classes.txt', names), files[1]!],
    report,
    codec(Uint8Array.of(0, 0, 255, 255)),
  );
  const { instances } = await set.documents[0]!.read(undefined);
  expect(instances.map(each => each.className)).toEqual(['class 255']);
  expect(report.notes()).toEqual([]);
});
