import { Readable } from 'node:stream';
import { inject } from 'inversify';
import { Fault } from '#core/base/common/index.ts';
import { limitBytes } from '#core/api/server/index.ts';
import type { BlobDriver } from '#core/data/server/index.ts';
import { BlobsToken } from '#core/kernel/server/index.ts';
import { fileKindOf, isReadOut } from '../common/file-kinds.ts';
import { extensionOf, sniffLength } from '../common/media-kinds.ts';
import { codePointCount, readText, UnreadableText } from '../common/text-content.ts';
import { tooManyBytes } from './image-intake.ts';
import type { IntakeRules, TakenFile } from './taken-file.ts';
import { ProjectType } from '#plugins/workspace/projects/common/index.ts';

/**
 * Takes uploaded texts in. They are kept as they came, byte for byte, and served as plain text whatever their ending
 * says, but PDFs. What is in a PDF or a web page is read by the page that shows it, in a worker without rights: hostile
 * files stay out of the server.
 */
export class TextIntake {
  constructor(@inject(BlobsToken) private readonly blobs: BlobDriver) {}

  /** @throws Fault TYPE_NOT_SUPPORTED, TOO_LARGE, ASSET_UNREADABLE, each naming the file. */
  async take(source: Readable, { name, projectTypeName, maxBytes }: IntakeRules): Promise<TakenFile> {
    const bytes = await received(source, name, maxBytes);
    const problem = fileKindOf(ProjectType.Text)!.problem(name, bytes.subarray(0, sniffLength), projectTypeName);
    if (problem !== undefined) throw new Fault(problem.code, problem.message, { status: 415 });
    const isPdf = extensionOf(name) === 'pdf';
    const length = isPdf ? bytes.length : codePointCount(textOf(bytes, name));
    if (length === 0) throw new Fault('ASSET_UNREADABLE', `${name} is empty.`, { status: 422 });
    const { hash, size } = await this.blobs.put(Readable.from([bytes]));
    return {
      blob_hash: hash,
      mime: isPdf ? 'application/pdf' : 'text/plain',
      size,
      width: null,
      height: null,
      thumbnail_hash: null,
      lores_hash: null,
      display_hash: null,
      content_length: isReadOut(name) ? null : length,
    };
  }
}

async function received(source: Readable, name: string, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const whole = limitBytes(source, maxBytes, () => tooManyBytes(name, maxBytes));
  for await (const chunk of whole) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function textOf(bytes: Uint8Array, name: string): string {
  try {
    return readText(bytes);
  } catch (error) {
    if (error instanceof UnreadableText)
      throw new Fault('ASSET_UNREADABLE', `${name}: ${error.message}`, { status: 422 });
    throw error;
  }
}
