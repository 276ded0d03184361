import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { inTurns } from '#core/base/common/index.ts';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import { writeClassesFile } from '#plugins/workspace/classes/common/index.ts';
import { maskField, recordsOf, withoutFields } from '#plugins/annotate/annotations/common/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import { archivePaths, itemFileName, itemPath } from '../common/archive-names.ts';
import { CocoWriter } from '../common/coco/write-coco.ts';
import type { CocoTask } from '../common/coco/write-coco.ts';
import type { ExchangeOptions } from '../common/exchange/exchange-writer.ts';
import type { ExportSource } from './export-source.ts';
import { instanceMasks } from './instance-masks.ts';
import { writeOriginal } from './item-files.ts';

/** Place of the COCO file in an archive, and of the pictures its file names lead to. */
export const cocoPaths = {
  instances: 'annotations/instances.json',
  keypoints: 'annotations/keypoints.json',
  images: 'images',
  report: 'report.txt',
} as const;

/**
 * Writes an archive with a COCO file, the classes, and a report of what COCO cannot carry, which is
 * also the answer: one line per kind.
 */
export async function writeCocoArchive(
  source: ExportSource,
  head: { readonly classes: readonly AnnotationClass[]; readonly projectName: string; readonly task: CocoTask },
): Promise<readonly string[]> {
  const { zip } = source;
  const now = new Date();
  await zip.add(archivePaths.classes, writeClassesFile(head.classes), now);
  const writer = new CocoWriter({ task: head.task, classes: head.classes, info: { description: head.projectName } });
  // The categories of skeletons list the keypoints of all items.
  if (head.task === 'keypoints') for await (const item of source.items(true)) writer.prepare(item.document);
  // The COCO file is one entry of the archive, so the pictures come after it.
  const pictures: { readonly row: ItemRow; readonly folder: string }[] = [];
  async function* text(): AsyncGenerator<string> {
    yield writer.start();
    for await (const item of source.items()) {
      const { row, folder } = item;
      const document = withoutFields(item.document, maskField);
      const mask = await source.mask(item.document);
      const masks =
        mask === undefined ? undefined : await instanceMasks(await buffer(mask), recordsOf(document['instances']));
      const writing = writer.item(document, {
        name: itemFileName(row.name),
        folder,
        width: row.width,
        height: row.height,
        ...(masks === undefined ? {} : { masks }),
      });
      yield await inTurns(writing, setImmediate);
      if (source.includeOriginals) pictures.push({ row, folder });
    }
    yield* writer.end();
  }
  await zip.addStream(cocoPaths[head.task], text(), now, true);
  for (const picture of pictures)
    await writeOriginal(
      source,
      picture.row,
      `${cocoPaths.images}/${itemPath(picture.folder, picture.row.name, 'media')}`,
    );
  const report = [...(source.lost?.() ?? []), ...writer.report.lines()];
  await zip.add(cocoPaths.report, report.length === 0 ? 'Everything was written.\n' : `${report.join('\n')}\n`, now);
  return report;
}

/** Returns the COCO task that options choose. */
export const cocoTask = (options: ExchangeOptions | undefined): CocoTask =>
  options?.task === 'keypoints' ? 'keypoints' : 'instances';
