import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { isFault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { BlobDriver, JobRun } from '#core/data/server/index.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord, recordsOf } from '#plugins/annotate/annotations/common/index.ts';
import { ProjectType } from '#plugins/workspace/projects/common/index.ts';
import { seedsOf } from '#tests/support/run-plan.ts';
import { classNaming } from '../common/class-mapping.ts';
import { importChoices } from '../common/import-api.ts';
import type { ImportReport } from '../common/import-api.ts';
import { forecastOf } from '../common/import-forecast.ts';
import { pictureLayouts } from './foreign-pictures.support.ts';
import type { LayoutWriter } from './foreign-layout.support.ts';
import { textLayouts } from './foreign-texts.support.ts';
import { videoLayouts } from './foreign-videos.support.ts';
import { ImportCheck } from './import-check.ts';
import { openImport } from './import-file.ts';
import { pictureOf, zip } from './import.support.ts';
import type { ImportAim, ImportedDocument, ImportFile } from './imported-file.ts';
import { itemKey } from './imported-file.ts';
import type { ItemContents } from './item-contents.ts';
import { objectKey, plannedSet, plannedSize } from './planned-set.support.ts';
import type { PlannedItem, PlannedSet } from './planned-set.support.ts';
import { pngCodec } from './png-codec.ts';
import type { ProjectContents } from './project-contents.ts';

/** Sets of each layout. The long run tries them all. */
const SETS = 60;

let picture: Buffer;
beforeAll(async () => {
  picture = await pictureOf(plannedSize.width, plannedSize.height);
});

const blobsOf = (bytes: Buffer): BlobDriver =>
  ({
    get: (_: string, range?: { readonly first: number; readonly last: number }) =>
      Promise.resolve(Readable.from([range === undefined ? bytes : bytes.subarray(range.first, range.last + 1)])),
  }) as unknown as BlobDriver;

/** A project without items and folders. */
const contents = {
  foldersByName: () => Promise.resolve(new Map([['', 1]])),
  itemsByName: () => Promise.resolve(new Map()),
} as unknown as ProjectContents;
const check = new ImportCheck(contents, { of: () => Promise.resolve(undefined) } as unknown as ItemContents);
const run = { signal: new AbortController().signal, progress: () => undefined } as unknown as JobRun;
const context = { can: () => Promise.resolve(true) } as unknown as RequestContext;

const round = (value: number): number => Math.round(value) + 0;

/** The key of a shape: its class and what it covers. */
function shapeKey(instance: JsonRecord, flat: readonly number[]): string {
  const [xs, ys] = [flat.filter((_, at) => at % 2 === 0), flat.filter((_, at) => at % 2 === 1)];
  return objectKey({
    label: String(instance['className']),
    x1: round(Math.min(...xs)),
    y1: round(Math.min(...ys)),
    x2: round(Math.max(...xs)),
    y2: round(Math.max(...ys)),
  });
}

function flatOf(points: unknown): readonly number[] {
  if (Array.isArray(points))
    return points.flatMap((each: unknown) =>
      isRecord(each) ? [Number(each['x']), Number(each['y'])] : [Number(each)],
    );
  return Object.entries(points as Readonly<Record<string, number>>)
    .toSorted(([one], [other]) => one.slice(1).localeCompare(other.slice(1)) || one.localeCompare(other))
    .map(([, value]) => value);
}

/** The keys of the objects of a document, whatever the type of its project. */
async function keysOf(document: ImportedDocument, json: JsonRecord, type: number): Promise<readonly string[]> {
  const instances = recordsOf(json['instances']);
  if (type === ProjectType.Text)
    return instances.map(({ className, start, end }) =>
      objectKey({ label: String(className), x1: Number(start), y1: 0, x2: Number(end), y2: 0 }),
    );
  if (type === ProjectType.Video)
    return instances.map(({ meta, parameters }) => {
      const [segment] = recordsOf(parameters);
      const [state] = recordsOf(segment!['timestamps']);
      return (meta as JsonRecord)['type'] === 'event'
        ? objectKey({
            label: String((meta as JsonRecord)['className']),
            x1: round(Number(segment!['start']) / 1e6),
            y1: 0,
            x2: round(Number(segment!['end']) / 1e6),
            y2: 0,
          })
        : shapeKey(meta as JsonRecord, flatOf(state!['points']));
    });
  if (type === ProjectType.Pixel) {
    const mask = pngCodec.decode(await buffer(await document.mask!()));
    return instances.map(instance => {
      const colors = new Set(
        recordsOf(instance['parts']).map(each => Number.parseInt(String(each['color']).slice(1), 16)),
      );
      const flat = Array.from(mask.pixels).flatMap((value, at) => {
        const [x, y] = [at % mask.width, Math.floor(at / mask.width)];
        return colors.has(value) ? [x, y, x + 1, y + 1] : [];
      });
      return shapeKey(instance, flat);
    });
  }
  const skeletons = new Set(instances.filter(each => each['type'] === 'template').map(each => each['groupId']));
  return instances
    .filter(each => each['type'] !== 'bbox' || each['groupId'] === undefined || !skeletons.has(each['groupId']))
    .map(instance => shapeKey(instance, flatOf(instance['points'])));
}

interface Imported {
  readonly report: ImportReport;
  /** Objects by the path of the file that their item is made of, or by the text itself. */
  readonly objects: ReadonlyMap<string, readonly string[]>;
  readonly classes: readonly string[];
  /** Items that the files of the archive make. */
  readonly items: number;
  /** Objects and documents with any, as they would be stored. */
  readonly stored: { readonly objects: number; readonly documents: number };
}

/** Looks an archive through and then reads it as its import does. */
async function imported(files: ReadonlyMap<string, string | Uint8Array>, type: number): Promise<Imported> {
  const bytes = await zip(Object.fromEntries(files));
  const open = (naming?: ImportAim['naming']): Promise<ImportFile> =>
    openImport(
      blobsOf(bytes),
      { hash: createHash('sha256').update(bytes).digest('hex'), size: bytes.length, name: 'set.zip' },
      { classes: [], projectType: type, reading: undefined, naming },
    );
  const report = await check.run(run, context, 1, null, await open(), []);
  const file = await open(classNaming(report.classes, importChoices.parse({})));
  const made = new Map(
    await Promise.all(
      file.pictures.map(
        async each =>
          [
            itemKey(each.folder, each.name),
            type === ProjectType.Text ? await text(await each.open()) : each.path,
          ] as const,
      ),
    ),
  );
  const objects = new Map<string, readonly string[]>();
  const stored = { objects: 0, documents: 0 };
  for (const document of file.documents) {
    const own = made.get(itemKey(document.folder, document.name));
    if (own === undefined) continue;
    let json: JsonRecord;
    try {
      json = (await document.read(plannedSize, type === ProjectType.Text ? { text: own } : undefined)) as JsonRecord;
    } catch (error) {
      if (!isFault(error)) throw error;
      continue;
    }
    const count = recordsOf(json['instances']).length;
    stored.objects += count;
    stored.documents += count > 0 ? 1 : 0;
    objects.set(own, [...(objects.get(own) ?? []), ...(await keysOf(document, json, type))]);
  }
  return { report, objects, classes: file.classes.map(each => each.name), items: file.pictures.length, stored };
}

const keyOf = (item: PlannedItem, media: ReadonlyMap<PlannedItem, string>, type: number): string =>
  type === ProjectType.Text ? `${item.words.join(' ')}\n` : media.get(item)!;

async function expectExact(set: PlannedSet, write: LayoutWriter, type: number, isSpans = false): Promise<void> {
  const { files, media } = write(set, picture);
  const { report, objects, classes, items, stored } = await imported(files, type);
  const reported = JSON.stringify([report.findings, report.losses]);
  for (const item of set.items) {
    const found = (objects.get(keyOf(item, media, type)) ?? []).toSorted();
    const planned = item.objects.map(each => objectKey(isSpans ? { ...each, y1: 0, y2: 0 } : each)).toSorted();
    if (item === set.damaged && found.length < planned.length) {
      expect(planned, reported).toEqual(expect.arrayContaining(found));
      expect([...report.findings, ...report.losses], 'the damaged object is reported').not.toEqual([]);
    } else expect(found, `${media.get(item)} ${reported}`).toEqual(planned);
  }
  expect([...objects.keys()].toSorted(), 'documents go to items of the set only').toEqual(
    set.items
      .map(item => keyOf(item, media, type))
      .filter(key => objects.has(key))
      .toSorted(),
  );
  expect(classes).toEqual(
    expect.arrayContaining([
      ...new Set(set.items.flatMap(item => (item === set.damaged ? [] : item.objects.map(each => each.label)))),
    ]),
  );
  const forecast = forecastOf(report, importChoices.parse({}));
  expect(forecast).toMatchObject({ itemsCreated: items, objects: stored.objects, created: stored.documents });
  if (set.damaged === undefined) {
    expect(items).toBe(set.items.length);
    expect(report.findings).toEqual([]);
    expect(forecast.failedCount).toBe(0);
  }
}

interface SetLayout {
  readonly name: string;
  readonly type: number;
  readonly write: LayoutWriter;
  /** Objects have a beginning and an end only. */
  readonly isSpans?: boolean;
}

describe('a set of another tool', () => {
  it.each(seedsOf('foreign sets', SETS))('should be imported object by object, with seed %i', async seed => {
    const failures: string[] = [];
    for (const [kind, layouts] of [
      ['picture', pictureLayouts],
      ['text', textLayouts.map(each => ({ ...each, type: ProjectType.Text }))],
      ['video', videoLayouts.map(each => ({ ...each, type: ProjectType.Video }))],
    ] as const) {
      const set = plannedSet(seed, kind);
      for (const { name, type, write, isSpans } of layouts as readonly SetLayout[])
        try {
          await expectExact(set, write, type, isSpans);
        } catch (error) {
          failures.push(`${name}: ${(error as Error).message}`);
        }
    }
    expect(failures).toEqual([]);
  });
});
