import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import type { OutputInfo } from 'sharp';
import type { DemoItem } from '../common/demo-plan.ts';
import type { Photograph } from '../common/photographs/photograph.ts';

const resolve = createRequire(import.meta.url).resolve;
const QUALITY = 80;

/** A photograph as it lies in its package, and decoded. */
interface Source {
  readonly file: Buffer;
  readonly pixels: Buffer;
  readonly info: OutputInfo;
}

/** Makes the pictures of the demo out of the photographs that come with the installation. */
export class DemoPictures {
  readonly #sources = new Map<string, Promise<Source>>();

  /** The JPEG of an item: the photograph itself, or the part of it that its view names. */
  async make({ photograph, view }: DemoItem): Promise<Buffer> {
    const { file, pixels, info } = await this.#source(photograph);
    const { left, top, width, height, outWidth, outHeight, mirrored } = view;
    if (width === outWidth && width === photograph.width && height === photograph.height && !mirrored) return file;
    const part = sharp(pixels, { raw: { width: info.width, height: info.height, channels: info.channels } })
      .extract({ left, top, width, height })
      .resize(outWidth, outHeight, { fit: 'fill', kernel: 'cubic' });
    return (mirrored ? part.flop() : part).jpeg({ quality: QUALITY }).toBuffer();
  }

  #source(photograph: Photograph): Promise<Source> {
    let source = this.#sources.get(photograph.package);
    if (source === undefined) this.#sources.set(photograph.package, (source = read(photograph)));
    return source;
  }
}

async function read(photograph: Photograph): Promise<Source> {
  const file = await readFile(join(dirname(resolve(`${photograph.package}/package.json`)), 'data', 'image.jpg'));
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
  return { file, pixels: data, info };
}
