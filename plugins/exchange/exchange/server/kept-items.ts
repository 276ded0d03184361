import { open } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { deserialize, serialize } from 'node:v8';
import { parseJson } from '#core/api/server/index.ts';
import { inTurns, isFault, serializing } from '#core/base/common/index.ts';
import type { IncomingFile } from '#core/data/server/index.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import type { ExportedItem } from './export-source.ts';

/** Bytes of the two lengths before each item. */
const LENGTHS = 8;

/** The items of an export that are walked twice: read once, and kept in a file on the disk for the second walk. */
export class KeptItems {
  #file: IncomingFile | undefined;
  #count = 0;

  constructor(
    private readonly read: () => AsyncIterable<ExportedItem>,
    private readonly scratch: () => Promise<IncomingFile>,
    private readonly progress: (done: number, name: string) => void,
  ) {}

  /** Walks through the items; `again` says that another walk follows. */
  async *walk(again: boolean): AsyncGenerator<ExportedItem> {
    if (this.#file !== undefined) return yield* this.#kept(this.#file.path);
    if (!again) return yield* this.read();
    const file = await this.scratch();
    let count = 0;
    try {
      for await (const item of this.read()) {
        const { document, ...rest } = item;
        const [facts, text] = [serialize(rest), Buffer.from(await inTurns(serializing(document), setImmediate))];
        const lengths = Buffer.alloc(LENGTHS);
        lengths.writeUInt32LE(facts.length);
        lengths.writeUInt32LE(text.length, LENGTHS / 2);
        for (const part of [lengths, facts, text]) await file.append(part);
        count += 1;
        yield item;
      }
      await file.close();
      [this.#file, this.#count] = [file, count];
    } finally {
      // A walk that was given up keeps nothing.
      if (this.#file !== file) await file.drop();
    }
  }

  async drop(): Promise<void> {
    await this.#file?.drop();
  }

  async *#kept(path: string): AsyncGenerator<ExportedItem> {
    const file = await open(path);
    const bytes = async (length: number): Promise<Buffer> =>
      (await file.read(Buffer.alloc(length), 0, length, null)).buffer;
    try {
      for (let done = 1; done <= this.#count; done++) {
        const lengths = await bytes(LENGTHS);
        const rest = deserialize(await bytes(lengths.readUInt32LE())) as Omit<ExportedItem, 'document'>;
        yield { ...rest, document: await parsed(await bytes(lengths.readUInt32LE(LENGTHS / 2))) };
        this.progress(done, rest.row.name);
      }
    } finally {
      await file.close();
    }
  }
}

async function parsed(text: Buffer): Promise<JsonRecord> {
  try {
    return (await parseJson(text)) as JsonRecord;
  } catch (error) {
    // Documents that were stored are not bound by the limits of requests.
    if (isFault(error)) return JSON.parse(text.toString()) as JsonRecord;
    throw error;
  }
}
