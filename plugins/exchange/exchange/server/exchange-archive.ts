import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { inTurns } from '#core/base/common/index.ts';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import { maskField, recordsOf, withoutFields } from '#plugins/annotate/annotations/common/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import { itemFileName } from '../common/archive-names.ts';
import { textSteps } from '../common/exchange/exchange-writer.ts';
import type {
  ExchangeOptions,
  ExchangeWriter,
  ListFile,
  OutputFile,
  WrittenItem,
} from '../common/exchange/exchange-writer.ts';
import type { ExchangeFormat } from '../common/exchange/exchange-format.ts';
import type { ItemContent } from '../common/exchange/neutral-document.ts';
import type { ExportedItem, ExportSource } from './export-source.ts';
import { instanceMasks } from './instance-masks.ts';
import { writeOriginal } from './item-files.ts';
import { pngCodec } from './png-codec.ts';

export interface ExchangeHead {
  readonly classes: readonly AnnotationClass[];
  readonly projectName: string;
  readonly format: ExchangeFormat;
  readonly options: ExchangeOptions;
}

/** Path of the report of losses in an archive. */
const reportPath = 'report.txt';

/** An exported item as writers of formats take it, with the text, frames or scans of the item. */
export async function writtenItem(
  { row, folder, document }: ExportedItem,
  mask: AsyncIterable<Uint8Array> | undefined,
  { text, frames, cloud }: ItemContent,
): Promise<WrittenItem> {
  const plain = withoutFields(document, maskField);
  const masks = mask === undefined ? undefined : await instanceMasks(await buffer(mask), recordsOf(plain['instances']));
  return {
    name: itemFileName(row.name),
    folder,
    width: row.width ?? undefined,
    height: row.height ?? undefined,
    document: plain,
    ...(masks === undefined ? {} : { masks }),
    ...(text === undefined ? {} : { text }),
    ...(frames === undefined ? {} : { frames }),
    ...(cloud === undefined ? {} : { cloud }),
  };
}

export const makeWriter = ({ classes, projectName, format, options }: ExchangeHead): Promise<ExchangeWriter> =>
  format.writer({ classes, projectName, options, png: pngCodec });

/** Characters that are written to the disk together. */
const PIECE = 256 * 1024;

async function* gathered(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let pieces: string[] = [];
  let length = 0;
  for await (const text of texts) {
    pieces.push(text);
    length += text.length;
    if (length < PIECE) continue;
    yield Buffer.from(pieces.join(''));
    [pieces, length] = [[], 0];
  }
  yield Buffer.from(pieces.join(''));
}

/** Adds a file that is complete after all items only: what it says of them waits in a file on the disk. */
async function addLate(
  { zip, scratch }: ExportSource,
  list: ListFile,
  items: AsyncIterable<string>,
  now: Date,
): Promise<void> {
  const waiting = await scratch();
  try {
    await waiting.receive(gathered(items));
    async function* text(): AsyncGenerator<string | Uint8Array> {
      yield list.start();
      yield* createReadStream(waiting.path);
      yield* list.end();
    }
    await zip.addStream(list.path, text(), now, true);
  } finally {
    await waiting.drop();
  }
}

/**
 * Writes an archive in a format of another tool, item by item, with a report of what the format cannot carry; the
 * report is also the answer, one line per kind.
 */
export async function writeExchangeArchive(source: ExportSource, head: ExchangeHead): Promise<readonly string[]> {
  const { zip } = source;
  const now = new Date();
  const writer = await makeWriter(head);
  const { prepare, list } = writer;
  const written = async (item: ExportedItem): Promise<WrittenItem> =>
    writtenItem(item, await source.mask(item.document), await source.content(item));
  const add = async (row: ItemRow, files: readonly OutputFile[]): Promise<void> => {
    for (const { path, content } of files)
      await (typeof content === 'string'
        ? zip.add(path, content, row.updated_at)
        : zip.addStream(path, [content], row.updated_at));
  };
  if (prepare !== undefined)
    for await (const item of source.items(true)) prepare(withoutFields(item.document, maskField));
  // A file that all items go into is one entry of the archive, so the pictures come after it.
  const pictures: { readonly row: ItemRow; readonly path: string }[] = [];
  if (list !== undefined) {
    // Files of items are other entries of the archive.
    const isLate = list.startsLate === true || writer.files !== undefined;
    async function* entries(): AsyncGenerator<string> {
      if (!isLate) yield list!.start();
      for await (const item of source.items()) {
        const shown = await written(item);
        yield await inTurns(textSteps(list!.item(shown)), setImmediate);
        if (writer.files !== undefined) await add(item.row, writer.files(shown));
        if (source.includeOriginals) pictures.push({ row: item.row, path: writer.picture(shown) });
      }
      if (!isLate) yield* list!.end();
    }
    if (isLate) await addLate(source, list, entries(), now);
    else await zip.addStream(list.path, entries(), now, true);
  } else {
    for await (const item of source.items()) {
      const shown = await written(item);
      await add(item.row, writer.files?.(shown) ?? []);
      if (source.includeOriginals) await writeOriginal(source, item.row, writer.picture(shown));
    }
  }
  for (const { row, path } of pictures) await writeOriginal(source, row, path);
  for (const { path, content } of writer.rest?.() ?? [])
    await zip.add(path, typeof content === 'string' ? content : Buffer.from(content), now);
  const report = [...(source.lost?.() ?? []), ...writer.report.lines()];
  await zip.add(reportPath, report.length === 0 ? 'Everything was written.\n' : `${report.join('\n')}\n`, now);
  return report;
}
