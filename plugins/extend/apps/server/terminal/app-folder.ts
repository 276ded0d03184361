import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { Fault } from '#core/base/common/index.ts';
import { LoupeError } from '#sdk/client/loupe-error.ts';
import type { LoupeClient } from '#sdk/client/loupe-client.ts';
import type { AppFiles } from '../../common/app.ts';
import { MANIFEST_FILE, MOST_SOURCE } from '../../common/app.ts';
import { changedFiles } from '../../common/changed-files.ts';
import { SCHEMA_FILE, schemaText, withSchema } from '../../common/manifest-schema.ts';
import { problemText, readManifest } from '../../common/read-manifest.ts';

interface Draft {
  readonly draft: { readonly files: AppFiles; readonly revision: number };
}

/** Report of one sending. */
export interface SentFolder {
  readonly changed: readonly string[];
  /** Problems of the manifest, in lines. */
  readonly problems: readonly string[];
}

/** A folder of sources that is kept in step with the draft of an app on a server: the folder leads. */
export class AppFolder {
  #known: { readonly files: AppFiles; readonly revision: number } | undefined;
  readonly #path: string;

  constructor(
    private readonly client: LoupeClient,
    private readonly appId: number,
    private readonly folder: string,
  ) {
    this.#path = `/team/${client.teamId}/customapps/${appId}`;
  }

  /**
   * Writes the draft into the folder, which must be empty or not be there. Answers its paths.
   * @throws Fault FOLDER_IN_USE, APP_UNREACHABLE
   */
  async pull(): Promise<readonly string[]> {
    const { draft } = await this.#explained(() => this.client.call<Draft>(this.#path));
    await writeFolder(this.folder, draft.files);
    return Object.keys(draft.files);
  }

  /**
   * Takes the draft over, and puts the schema of the manifest into the folder. A draft that holds something else than
   * the folder is replaced only when `replace` is true.
   * @throws Fault DRAFT_DIFFERS naming the files, and what {@link send} throws
   */
  async begin(replace: boolean): Promise<SentFolder> {
    const { draft } = await this.#explained(() => this.client.call<Draft>(this.#path));
    const here = await readFolder(this.folder);
    // That a manifest names its schema is no difference worth a question.
    const differing = changedFiles(draft.files, here).filter(
      ({ path }) => path !== MANIFEST_FILE || withSchema(draft.files[path] ?? '') !== here[path],
    );
    if (differing.length > 0 && !replace) {
      throw new Fault(
        'DRAFT_DIFFERS',
        `The draft of the app is not what is in the folder: ${differing
          .slice(0, 10)
          .map(each => each.path)
          .join(
            ', ',
          )}. Export the draft first if somebody needs it, then add the word “replace” to put the folder in its place.`,
        { status: 409, details: { files: differing } },
      );
    }
    this.#known = draft;
    await writeSchema(this.folder);
    return this.send();
  }

  /**
   * Sends the folder when it changed.
   * @throws Fault DRAFT_CHANGED when somebody changed the draft meanwhile, APP_UNREACHABLE with the server's reason
   */
  async send(): Promise<SentFolder> {
    const files = await readFolder(this.folder);
    const { files: before, revision } = this.#known ?? { files: {}, revision: 0 };
    const changed = changedFiles(before, files).map(each => each.path);
    if (changed.length > 0) {
      const saved = await this.#explained(() =>
        this.client.call<{ revision: number }>(this.#path, { method: 'PUT', body: { files, revision } }),
      );
      this.#known = { files, revision: saved.revision };
    }
    return { changed, problems: readManifest(files).problems.map(problemText) };
  }

  async #explained<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof LoupeError)) throw error;
      if (error.status === 409)
        throw new Fault(
          'DRAFT_CHANGED',
          'Somebody changed the draft in the product meanwhile. Begin again to see where it differs.',
          { status: 409 },
        );
      if (error.status === 404)
        throw new Fault('APP_UNREACHABLE', `The team of the token has no app ${this.appId}.`, { status: 404 });
      if (error.status === 401)
        throw new Fault(
          'APP_UNREACHABLE',
          'The server does not know the token in SDK_TOKEN. Print another one, on the server: npm run loupe -- sdk-token --team ID --user EMAIL.',
          { status: 401 },
        );
      if (error.status === 403)
        throw new Fault(
          'APP_UNREACHABLE',
          `Whose token SDK_TOKEN holds may not change apps of team ${this.client.teamId}: ${error.message}`,
          { status: 403 },
        );
      throw new Fault('APP_UNREACHABLE', error.message, { status: 502 });
    }
  }
}

/** Folders and files that are no sources: what tools make, and what begins with a dot. */
const LEFT_OUT = /^(node_modules|dist|build|\..*)$/;

/**
 * The texts of a folder by their path, `/` between its parts.
 * @throws Fault USAGE for a folder without a manifest, APP_TOO_LARGE
 */
export async function readFolder(folder: string): Promise<AppFiles> {
  const files: Record<string, string> = {};
  let bytes = 0;
  const walk = async (at: string): Promise<void> => {
    for (const entry of (await readdir(at, { withFileTypes: true })).toSorted((one, other) =>
      one.name < other.name ? -1 : 1,
    )) {
      const path = join(at, entry.name);
      if (LEFT_OUT.test(entry.name) || path === join(folder, SCHEMA_FILE)) continue;
      if (entry.isDirectory()) await walk(path);
      else if (entry.isFile()) {
        const content = await readFile(path);
        bytes += content.length;
        if (bytes > MOST_SOURCE)
          throw new Fault(
            'APP_TOO_LARGE',
            `The sources have more than ${MOST_SOURCE} bytes. Take large files out of the folder.`,
            { status: 422 },
          );
        files[relative(folder, path).split(sep).join('/')] = content.toString('utf8');
      }
    }
  };
  try {
    await walk(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new Fault('USAGE', `There is no folder ${folder}.`);
    throw error;
  }
  if (files[MANIFEST_FILE] === undefined)
    throw new Fault('USAGE', `${folder} has no ${MANIFEST_FILE}, so it is no app.`);
  return files;
}

/**
 * Makes a folder of the sources of an app, with the schema of its manifest.
 * @throws Fault FOLDER_IN_USE when something is in it
 */
export async function writeFolder(folder: string, files: AppFiles): Promise<void> {
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0)
    throw new Fault('FOLDER_IN_USE', `${folder} is not empty. Name a folder that is not there yet.`, { status: 409 });
  for (const [path, text] of Object.entries(files)) {
    const to = join(folder, ...path.split('/'));
    await mkdir(dirname(to), { recursive: true });
    await writeFile(to, text);
  }
  await writeSchema(folder);
}

/**
 * Puts the schema of the manifest into a folder, and its name into the manifest: a code editor then knows every field,
 * without a network.
 */
async function writeSchema(folder: string): Promise<void> {
  const [schema, manifest] = [join(folder, SCHEMA_FILE), join(folder, MANIFEST_FILE)];
  if ((await readFile(schema, 'utf8').catch(() => '')) !== schemaText()) await writeFile(schema, schemaText());
  const named = withSchema(await readFile(manifest, 'utf8').catch(() => ''));
  if (named !== undefined) await writeFile(manifest, named);
}
