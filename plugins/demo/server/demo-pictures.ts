import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import type { DemoItem } from '../common/demo-plan.ts';
import type { Photograph } from '../common/photographs/photograph.ts';

const resolve = createRequire(import.meta.url).resolve;
const QUALITY = 80;

/** Makes the pictures of the demo out of the photographs that come with the installation. */
export class DemoPictures {
  readonly #files = new Map<string, Promise<Buffer>>();

  /** The JPEG of an item: the photograph itself, or the part of it that its view names. */
  async make({ photograph, view }: DemoItem): Promise<Buffer> {
    const file = await this.#read(photograph);
    const { left, top, width, height, outWidth, outHeight, mirrored } = view;
    if (width === outWidth && width === photograph.width && height === photograph.height && !mirrored) return file;
    const part = sharp(file).extract({ left, top, width, height }).resize(outWidth, outHeight, { fit: 'fill', kernel: 'cubic' });
    return (mirrored ? part.flop() : part).jpeg({ quality: QUALITY }).toBuffer();
  }

  #read(photograph: Photograph): Promise<Buffer> {
    let file = this.#files.get(photograph.package);
    if (file === undefined) {
      file = readFile(join(dirname(resolve(`${photograph.package}/package.json`)), 'data', 'image.jpg'));
      this.#files.set(photograph.package, file);
    }
    return file;
  }
}
