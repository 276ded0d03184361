import { deserialize, serialize } from 'node:v8';
import type { RoutedReport } from '../common/exchange/routed-report.ts';
import type { ForeignDocument, NeutralDocument } from '../common/exchange/neutral-document.ts';
import { TransferReport } from '../common/transfer-report.ts';

/** Most bytes of documents that are kept from their first reading to their use. Those beyond are read again. */
const MOST_BYTES = 128 * 1024 * 1024;

/** The documents of a file, which are read before they are used, to know their classes. */
export class ReadDocuments {
  readonly #kept = new Map<ForeignDocument, { readonly bytes: Buffer; readonly notes: TransferReport }>();
  #bytes = 0;

  /** @param report of the reader; what it says of a document goes into the import when the document is used */
  constructor(
    private readonly report: RoutedReport,
    private readonly mostBytes = MOST_BYTES,
  ) {}

  /** Reads a document; undefined when that fails, which is reported when it is used. */
  async look(document: ForeignDocument): Promise<NeutralDocument | undefined> {
    const notes = new TransferReport();
    const neutral = await this.report.during(notes, () => document.read(undefined)).catch(() => undefined);
    if (neutral === undefined) return undefined;
    const bytes = serialize(neutral);
    if (this.#bytes + bytes.length <= this.mostBytes) {
      this.#kept.set(document, { bytes, notes });
      this.#bytes += bytes.length;
    }
    return neutral;
  }

  /** The document as it was read, where that was kept, with what the reader said of it. */
  kept(document: ForeignDocument): ForeignDocument {
    return {
      ...document,
      read: (size, item) => {
        const found = this.#kept.get(document);
        if (found === undefined) return document.read(size, item);
        this.#kept.delete(document);
        this.#bytes -= found.bytes.length;
        this.report.take(found.notes);
        return Promise.resolve(deserialize(found.bytes) as NeutralDocument);
      },
    };
  }
}
