import type { FileHandle } from 'node:fs/promises';
import dicomParser from 'dicom-parser';
import type { Element } from 'dicom-parser';

/** Bytes of a header that are read first, and the most. Places of frames are a part of it. */
const FIRST_BYTES = 1024 * 1024;
const MOST_BYTES = 64 * 1024 * 1024;

const PIXELS = 'x7fe00010';
/** The places of all frames: the largest part of a header, and only needed when the frames are read. */
const FRAME_GROUPS = 'x52009230';

/** Fields of a DICOM file before its pixels. */
export interface DicomHeader {
  readonly syntax: string;
  readonly elements: Readonly<Record<string, Element>>;
  readonly bytes: Buffer;
}

/**
 * Reads the fields of a DICOM file up to its pixels; to the places of its frames where `complete` is false. Undefined of
 * a file that is no DICOM with explicit types, or whose header is damaged or too long.
 */
export async function readDicomHeader(file: FileHandle, complete: boolean): Promise<DicomHeader | undefined> {
  const { size } = await file.stat();
  for (let length = Math.min(size, FIRST_BYTES); ; length = Math.min(size, MOST_BYTES)) {
    const bytes = Buffer.alloc(length);
    await file.read(bytes, 0, length, 0);
    const found = parsed(bytes, complete);
    if (found !== undefined || length === Math.min(size, MOST_BYTES)) return found;
  }
}

function parsed(bytes: Buffer, complete: boolean): DicomHeader | undefined {
  try {
    const meta = dicomParser.readPart10Header(bytes) as dicomParser.DataSet & { readonly position: number };
    const syntax = meta.string('x00020010');
    if (syntax === undefined) return undefined;
    const stream = new dicomParser.ByteStream(dicomParser.littleEndianByteArrayParser, bytes, meta.position);
    const elements: Record<string, Element> = {};
    while (stream.position < bytes.length) {
      const { position } = stream;
      const tag = dicomParser.readTag(stream);
      stream.position = position;
      if (!complete && tag >= FRAME_GROUPS) return { syntax, elements, bytes };
      const element = dicomParser.readDicomElementExplicit(stream, [], PIXELS);
      elements[tag] = element;
      if (tag === PIXELS) return { syntax, elements, bytes };
    }
    return undefined;
  } catch {
    // The parser throws texts and errors alike for bytes that end too early and for those that make no sense.
    return undefined;
  }
}

/** The text of a field, without the padding. */
export function textOf({ elements, bytes }: DicomHeader, tag: string): string | undefined {
  const element = elements[tag];
  if (element === undefined) return undefined;
  const { dataOffset, length } = element;
  return bytes
    .toString('latin1', dataOffset, dataOffset + length)
    .replaceAll('\0', '')
    .trim();
}

/** The unsigned number of 2 or 4 bytes of a field. */
export function numberOf({ elements, bytes }: DicomHeader, tag: string): number | undefined {
  const element = elements[tag];
  if (element === undefined) return undefined;
  if (element.length === 2) return bytes.readUInt16LE(element.dataOffset);
  return element.length === 4 ? bytes.readUInt32LE(element.dataOffset) : undefined;
}
