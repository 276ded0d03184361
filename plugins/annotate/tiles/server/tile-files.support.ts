import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import yauzl from 'yauzl';
import { ZipFile } from 'yazl';

/** A picture whose red and green are the hundreds of x and y. */
export async function scaled(width: number, height: number, format: 'png' | 'tiff' | 'jpeg'): Promise<Buffer> {
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      data[(y * width + x) * 3] = Math.floor(x / 100) * 8;
      data[(y * width + x) * 3 + 1] = Math.floor(y / 100) * 8;
    }
  const picture = sharp(data, { raw: { width, height, channels: 3 } });
  return format === 'tiff'
    ? picture.tiff({ tile: true, pyramid: true, bigtiff: true, compression: 'deflate' }).toBuffer()
    : picture.toFormat(format).toBuffer();
}

/** A zip archive of files by path. */
export async function archive(files: ReadonlyMap<string, Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, bytes] of files) zip.addBuffer(bytes, path);
  zip.end();
  return buffer(zip.outputStream);
}

/** The files of a DZI folder of a {@link scaled} picture, with tiles of 254 pixels that overlap by one. */
export async function dziFiles(width: number, height: number): Promise<Map<string, Buffer>> {
  const zip = await sharp(await scaled(width, height, 'png'))
    .jpeg()
    .tile({ size: 254, overlap: 1, layout: 'dz', container: 'zip' })
    .toBuffer();
  const opened = await yauzl.fromBufferPromise(zip, { lazyEntries: true });
  const files = new Map<string, Buffer>();
  for await (const entry of opened.eachEntry())
    if (!entry.fileName.endsWith('/'))
      files.set(entry.fileName, await buffer(await opened.openReadStreamPromise(entry)));
  return files;
}

/** A small JPEG file whose header gives it another size. */
export async function jpegThatSays(width: number, height: number): Promise<Buffer> {
  const bytes = await sharp({ create: { width: 16, height: 16, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes.writeUInt16BE(height, frame + 5);
  bytes.writeUInt16BE(width, frame + 7);
  return bytes;
}
