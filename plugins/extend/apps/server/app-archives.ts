import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { inject, injectable } from 'inversify';
import { RandomAccessReader } from 'yauzl';
import { Fault, invalidFields } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { limitBytes } from '#core/api/server/index.ts';
import { ZipWriter } from '#core/data/server/index.ts';
import { openZip } from '#plugins/workspace/items/server/kit/index.ts';
import type { AppFiles, AppView } from '../common/app.ts';
import { appFiles, MANIFEST_FILE, MOST_SOURCE } from '../common/app.ts';
import { SCHEMA_FILE } from '../common/manifest-schema.ts';
import { Apps } from './apps.ts';

/** Files that archive tools add, and folders that are fetched rather than written. */
const NO_SOURCES = /(^|\/)(__MACOSX|node_modules|\.git)\/|(^|\/)(\.DS_Store|Thumbs\.db)$/;

/** Apps as zip archives of their sources. */
@injectable()
export class AppArchives {
  constructor(@inject(Apps) private readonly apps: Apps) {}

  /**
   * Makes an app of an archive with `loupe-app.json` at its root, or in the one folder that contains all.
   * @throws Fault ARCHIVE_REFUSED, APP_TOO_LARGE, INVALID_FIELD for the manifest, a path, or a file that is no text
   */
  async take(context: RequestContext, stream: Readable): Promise<AppView> {
    const bytes = await buffer(limitBytes(stream, 3 * MOST_SOURCE));
    return this.apps.create(context, await unpack(bytes));
  }

  /** The draft as an archive. @throws Fault NOT_FOUND */
  async give(context: RequestContext, appId: number): Promise<{ readonly name: string; readonly stream: Readable }> {
    const { name, draft } = await this.apps.get(context, appId);
    const zip = new ZipWriter(context.signal);
    void (async () => {
      for (const [path, text] of Object.entries(draft.files)) await zip.add(path, text, new Date());
      await zip.end();
    })().catch((error: unknown) => zip.stream.destroy(error instanceof Error ? error : undefined));
    return { name, stream: zip.stream };
  }
}

class BufferReader extends RandomAccessReader {
  constructor(private readonly bytes: Buffer) {
    super();
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from([this.bytes.subarray(start, end)]);
  }
}

async function unpack(bytes: Buffer): Promise<AppFiles> {
  const { files, close } = await openZip(new BufferReader(bytes), bytes.length);
  try {
    const kept = files.filter(each => !NO_SOURCES.test(each.path));
    const size = kept.reduce((sum, each) => sum + each.size, 0);
    if (size > MOST_SOURCE)
      throw new Fault(
        'APP_TOO_LARGE',
        `The sources have ${size} bytes; at most ${MOST_SOURCE} are allowed. Take large files out.`,
        { status: 422, details: { bytes: size, limit: MOST_SOURCE } },
      );
    const folder = kept.some(each => each.path === MANIFEST_FILE) ? '' : `${kept[0]?.path.split('/')[0] ?? ''}/`;
    const inside = kept.every(each => each.path.startsWith(folder)) ? folder.length : 0;
    const sources: [string, string][] = [];
    for (const each of kept)
      sources.push([
        each.path.slice(inside),
        textOf(each.path, await buffer(limitBytes(await each.open(), MOST_SOURCE))),
      ]);
    const read = appFiles.safeParse(Object.fromEntries(sources));
    if (!read.success)
      throw invalidFields(
        read.error.issues.map(issue => ({
          field: issue.path.map(String).join('.'),
          reason:
            issue.code === 'invalid_key'
              ? 'is no path of a source: use letters, digits, spaces and . - _ @'
              : issue.message,
        })),
      );
    // What tools put beside the sources for code editors.
    const { [SCHEMA_FILE]: _, ...taken } = read.data;
    return taken;
  } finally {
    close();
  }
}

function textOf(path: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalidFields([{ field: path, reason: 'is no text in UTF-8. An app has sources only' }]);
  }
}
