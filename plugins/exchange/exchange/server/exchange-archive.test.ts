import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { IncomingFiles, ZipWriter } from '#core/data/server/index.ts';
import { fromBufferPromise, readAll } from '#tests/support/zip-reading.ts';
import { classNamed } from '../common/exchange/exchange.support.ts';
import { exchangeFormats } from '../common/exchange/format-table.ts';
import { writeCocoArchive } from './coco-archive.ts';
import { writeExchangeArchive } from './exchange-archive.ts';
import { KeptItems } from './kept-items.ts';
import type { ExportedItem, ExportSource } from './export-source.ts';

it('should write a file whose start depends on its items with one read of them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'loupe-archive-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const incoming = await IncomingFiles.open({ folder });
  const pose = (at: number): object => ({
    type: 'template',
    className: 'Pose',
    attributes: [],
    points: [1, 2].map(id => ({ id, x: id + at, y: id })),
    // The third object lacks the line that its label draws.
    connections: at === 2 ? [] : [{ id: 1, from: 1, to: 2 }],
    pointLabels: { 0: 'head', 1: 'foot' },
  });
  let reads = 0;
  async function* items(): AsyncGenerator<ExportedItem> {
    reads += 1;
    for (const at of [0, 1, 2])
      yield {
        row: { name: `ж${at}.jpg`, width: 64, height: 48, updated_at: new Date(0) },
        folder: '',
        document: { metadata: { name: `ж${at}.jpg` }, instances: [pose(at)] },
      } as unknown as ExportedItem;
  }
  const zip = new ZipWriter(new AbortController().signal);
  const archive = buffer(zip.stream);
  const report = await writeExchangeArchive(
    {
      zip,
      includeOriginals: false,
      items,
      scratch: () => incoming.file(),
      content: () => Promise.resolve({}),
      mask: () => Promise.resolve(undefined),
    } as unknown as ExportSource,
    { classes: [classNamed('Pose')], projectName: 'Street', format: exchangeFormats.cvat, options: {} },
  );
  await zip.end();
  expect(reads).toBe(1);
  expect(await readdir(folder)).toEqual([]);
  expect(report).toEqual(['1 template lost connections']);
  const xml = String((await readAll(await fromBufferPromise(await archive))).get('annotations.xml'));
  expect(
    [...xml.matchAll(/<(?:meta|parent>Pose|image [^>]*name="[^"]*|\/annotations)/g)].map(([text]) => text),
  ).toEqual([
    '<meta',
    '<parent>Pose',
    '<parent>Pose',
    ...[0, 1, 2].map(at => `<image id="${at}" name="ж${at}.jpg`),
    '</annotations',
  ]);
});

it.each([
  ['coco-panoptic', {}],
  ['yolo', { task: 'pose' }],
  ['coco', { task: 'keypoints' }],
] as const)('should write %s %o with one read of the items, as from two', async (format, options) => {
  const folder = await mkdtemp(join(tmpdir(), 'loupe-archive-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const incoming = await IncomingFiles.open({ folder });
  let reads = 0;
  async function* items(): AsyncGenerator<ExportedItem> {
    reads += 1;
    for (const at of [0, 1, 2])
      yield {
        row: { name: `ж${at}.jpg`, width: 64, height: 48, updated_at: new Date(0) },
        folder: at === 2 ? 'late' : '',
        document: {
          metadata: { name: `ж${at}.jpg` },
          instances: [
            {
              type: 'template',
              className: 'Pose',
              attributes: [],
              points: [{ id: 1, x: 3 + at, y: 4 }],
              connections: [],
              pointLabels: { 0: `part ${at}` },
            },
          ],
        },
      } as unknown as ExportedItem;
  }
  const write = async (walk: ExportSource['items']): Promise<ReadonlyMap<string, Buffer>> => {
    const zip = new ZipWriter(new AbortController().signal);
    const archive = buffer(zip.stream);
    const source = {
      zip,
      includeOriginals: false,
      items: walk,
      scratch: () => incoming.file(),
      content: () => Promise.resolve({}),
      mask: () => Promise.resolve(undefined),
    } as unknown as ExportSource;
    const head = { classes: [classNamed('Pose')], projectName: 'Street' };
    await (format === 'coco'
      ? writeCocoArchive(source, { ...head, task: 'keypoints' })
      : writeExchangeArchive(source, { ...head, format: exchangeFormats[format], options }));
    await zip.end();
    return readAll(await fromBufferPromise(await archive));
  };
  const kept = new KeptItems(
    items,
    () => incoming.file(),
    () => undefined,
  );
  const files = await write((again = false) => kept.walk(again));
  expect(reads).toBe(1);
  await kept.drop();
  expect(await readdir(folder)).toEqual([]);
  expect(files).toEqual(await write(items));
  expect(files.size).toBeGreaterThan(1);
});
