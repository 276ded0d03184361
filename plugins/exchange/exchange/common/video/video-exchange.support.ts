import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord, recordsOf } from '#plugins/annotate/annotations/common/index.ts';
import { FrameTable } from '#plugins/annotate/editor-video/common/index.ts';
import { listText, noPictures } from '../exchange/exchange.support.ts';
import type { Written } from '../exchange/exchange.support.ts';
import type { ExchangeOptions } from '../exchange/exchange-writer.ts';
import type { ExchangeFormat } from '../exchange/exchange-format.ts';
import { LabelBook } from '../exchange/label-book.ts';
import type { ForeignFile } from '../exchange/neutral-document.ts';
import { TransferReport } from '../transfer-report.ts';
import { videoDocument } from './video-document.ts';
import { shownFrames } from './written-tracks.ts';

/** Things that tests of video formats share. */

/** Ten frames a second for ten seconds. */
export const tenASecond = FrameTable.regular(10, 10_000_000);
export const videoSize = { width: 640, height: 480 };

/** Writes one document as an archive would hold it. */
export async function writtenVideoFiles(
  format: ExchangeFormat,
  document: JsonRecord,
  classes: readonly AnnotationClass[],
  options: ExchangeOptions = {},
  frames: FrameTable = tenASecond,
): Promise<Written> {
  const writer = await format.writer({ classes, projectName: 'Street', options, png: noPictures });
  const item = { name: 'clip.mp4', folder: '', ...videoSize, document, frames };
  const files = new Map<string, string | Uint8Array>();
  if (writer.list !== undefined) files.set(writer.list.path, listText(writer.list, item));
  for (const { path, content } of [...(writer.files?.(item) ?? []), ...(writer.rest?.() ?? [])])
    files.set(path, content);
  return { files, lost: writer.report.lines() };
}

export interface VideoBack {
  readonly names: readonly string[];
  readonly documents: readonly JsonRecord[];
  readonly classes: ReturnType<LabelBook['classes']>;
  readonly report: readonly string[];
}

/** The files of a set as readers take them. */
export const foreignFiles = (files: ReadonlyMap<string, string | Uint8Array>): readonly ForeignFile[] =>
  [...files].map(([path, content]) => ({
    path,
    size: content.length,
    bytes: () => Promise.resolve(typeof content === 'string' ? new TextEncoder().encode(content) : content),
  }));

/** Reads files as an import into a video project does. */
export async function readVideoBack(
  format: ExchangeFormat,
  files: ReadonlyMap<string, string | Uint8Array>,
  classes: readonly AnnotationClass[] = [],
  frames: FrameTable | undefined = tenASecond,
): Promise<VideoBack> {
  const report = new TransferReport();
  const set = await format.reader!(foreignFiles(files), { options: {}, report, png: noPictures, classes });
  const book = new LabelBook(classes);
  for (const label of set.labels) book.list(label);
  for (const document of set.documents) book.collect(await document.read(undefined));
  const documents: JsonRecord[] = [];
  for (const document of set.documents)
    documents.push(videoDocument(await document.read(videoSize, { frames }), book, report));
  return { names: set.documents.map(each => each.name), documents, classes: book.classes(), report: report.lines() };
}

/** Returns the visible state of each object of a document, frame by frame: `frame: geometry and attributes`. */
export function shownIn(document: JsonRecord, frames: FrameTable = tenASecond): readonly JsonRecord[] {
  return recordsOf(document['instances']).map(instance => {
    const meta = isRecord(instance['meta']) ? instance['meta'] : {};
    const track = { ...meta, parameters: instance['parameters'] ?? [] } as unknown as Parameters<typeof shownFrames>[0];
    return {
      type: meta['type'],
      className: meta['className'],
      frames: Object.fromEntries(
        [...shownFrames(track, frames)].map(({ frame, content }) => [
          frame,
          {
            ...content,
            attributes: recordsOf(content.attributes).map(
              each => `${String(each['groupName'])}=${String(each['name'])}`,
            ),
          },
        ]),
      ),
    };
  });
}
