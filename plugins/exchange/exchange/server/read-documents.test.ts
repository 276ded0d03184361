import { expect, it } from 'vitest';
import { ProjectType } from '#plugins/workspace/projects/common/index.ts';
import { classNamed, written } from '../common/exchange/exchange.support.ts';
import { exchangeFormats } from '../common/exchange/format-table.ts';
import type { ForeignFile, NeutralDocument } from '../common/exchange/neutral-document.ts';
import { recognise } from '../common/exchange/recognise.ts';
import { RoutedReport } from '../common/exchange/routed-report.ts';
import { dropped } from '../common/transfer-report.ts';
import { cocoArchive, fromCoco } from './coco-import.ts';
import { foreignImport } from './foreign-import.ts';
import type { ImportFile } from './imported-file.ts';
import { pngCodec } from './png-codec.ts';
import { ReadDocuments } from './read-documents.ts';

const size = { width: 12, height: 9 };
const classes = [classNamed('Car')];
const close = (): void => undefined;

/** Files, and how often each was read. */
function counted(files: ReadonlyMap<string, string | Uint8Array>): {
  readonly files: readonly ForeignFile[];
  readonly reads: Record<string, number>;
} {
  const reads: Record<string, number> = {};
  return {
    reads,
    files: [...files].map(([path, content]) => ({
      path,
      size: content.length,
      bytes() {
        reads[path] = (reads[path] ?? 0) + 1;
        return Promise.resolve(typeof content === 'string' ? new TextEncoder().encode(content) : content);
      },
    })),
  };
}

const box = { type: 'bbox', className: 'Car', attributes: [], points: { x1: 1, y1: 2, x2: 5, y2: 6 } };
const area = { className: 'Car', attributes: [], parts: [{ color: '#00000f' }] };
const runs = { ...size, counts: [10, 3, 6, 2, 7, 1, 79] };
const document = (instance: object): object => ({ metadata: {}, instances: [instance], tags: [], comments: [] });

const panoptic = () =>
  written(
    exchangeFormats['coco-panoptic'],
    document(area) as never,
    classes,
    pngCodec,
    {},
    size,
    new Map([[area as never, runs]]),
  );
const yolo = () => written(exchangeFormats.yolo, document(box) as never, classes, pngCodec, { task: 'detect' }, size);
const keypoints = {
  images: [{ id: 1, file_name: 'a.jpg', width: 12, height: 9 }],
  categories: [{ id: 1, name: 'Car', keypoints: ['front'], skeleton: [] }],
  annotations: [{ id: 1, image_id: 1, category_id: 1, keypoints: [1, 2, 2], bbox: [1, 1, 2, 2] }],
};

it.each<
  [
    string,
    () => Promise<ReadonlyMap<string, string | Uint8Array>>,
    (files: readonly ForeignFile[]) => Promise<ImportFile>,
  ]
>([
  [
    'COCO panoptic',
    async () => (await panoptic()).files,
    async files => {
      const parsed = new Map<ForeignFile, unknown>();
      expect(await recognise(files, parsed)).toBe('coco-panoptic');
      return foreignImport(files, [], {
        format: 'coco-panoptic',
        options: {},
        classes,
        projectType: ProjectType.Vector,
        naming: undefined,
        close,
        parsed,
      });
    },
  ],
  [
    'YOLO',
    async () => (await yolo()).files,
    files =>
      foreignImport(files, [], {
        format: 'yolo',
        options: {},
        classes,
        projectType: ProjectType.Vector,
        naming: undefined,
        close,
      }),
  ],
  [
    'COCO keypoints',
    () => Promise.resolve(new Map([['keypoints.json', JSON.stringify(keypoints)]])),
    async files => {
      const parsed = new Map<ForeignFile, unknown>();
      expect(await recognise(files, parsed)).toBe('coco');
      return cocoArchive(
        files,
        [],
        { classes, projectType: ProjectType.Vector, reading: undefined },
        'a.zip',
        close,
        parsed,
      );
    },
  ],
])('should read each file of %s once', async (_, make, open) => {
  const { files, reads } = counted(await make());
  const imported = await open(files);
  expect(imported.documents).toHaveLength(1);
  const found = (await imported.documents[0]!.read(size)) as { readonly instances: readonly object[] };
  expect(found.instances).not.toEqual([]);
  const notOnce = Object.entries(reads).filter(([path, count]) => count !== 1 && !path.endsWith('classes.txt'));
  expect(notOnce).toEqual([]);
});

it('should say of a document what its reader said, once it is used, and read again what was not kept', async () => {
  let reads = 0;
  const report = new RoutedReport();
  const foreign = {
    path: 'a.xml',
    name: 'a.jpg',
    folder: '',
    read(): Promise<NeutralDocument> {
      reads += 1;
      report.add('tag', dropped);
      report.lose('color', 'instance', 2);
      report.problem('a.xml', 'has a line without meaning');
      return Promise.resolve({ path: 'a.xml', name: 'a.jpg', folder: '', instances: [] });
    },
  };
  const lines = ['1 tag was dropped', '2 instances lost color', 'a.xml: has a line without meaning'];
  for (const [mostBytes, expected] of [
    [1000, 1],
    [0, 2],
  ] as const) {
    reads = 0;
    const own = new ReadDocuments(report, mostBytes);
    await own.look(foreign);
    const before = report.lines().length;
    await own.kept(foreign).read(undefined);
    expect(reads).toBe(expected);
    if (mostBytes > 0) expect([before, report.lines()]).toEqual([0, lines]);
  }
});

it('should let other work go on while a large COCO file is read', async () => {
  const count = 10_000;
  const json = {
    ...keypoints,
    images: Array.from({ length: count }, (_, at) => ({ id: at, file_name: `${at}.jpg`, width: 12, height: 9 })),
    annotations: Array.from({ length: count }, (_, at) => ({
      id: at,
      image_id: at,
      category_id: 1,
      bbox: [1, 1, 2, 2],
    })),
  };
  let turns = 0;
  const noteTurn = (): void => {
    turns += 1;
    next = setImmediate(noteTurn);
  };
  let next = setImmediate(noteTurn);
  const aim = { classes, projectType: ProjectType.Vector, reading: undefined };
  const { documents } = await fromCoco([{ path: 'a.json', json }], [], aim, close);
  clearImmediate(next);
  expect(documents).toHaveLength(count);
  expect(turns).toBeGreaterThan(2);
});
