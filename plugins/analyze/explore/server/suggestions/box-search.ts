import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { Fault, notFound } from '#core/base/common/index.ts';
import { z } from '#core/api/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { isFinished } from '#core/data/common/index.ts';
import type { BlobDriver, JobRun, Jobs } from '#core/data/server/index.ts';
import { BlobsToken, JobsToken } from '#core/kernel/server/index.ts';
import { newId } from '#plugins/annotate/annotations/common/index.ts';
import type { EmbeddingProvider } from '#plugins/annotate/smart-tools/server/kit/index.ts';
import { EMBEDDED_SIDE } from '#plugins/annotate/smart-tools/server/kit/index.ts';
import { itemRows, Items } from '#plugins/workspace/items/server/kit/index.ts';
import type { SuggestionSearch } from '../../common/suggestion-api.ts';
import { Embeddings } from '../embeddings/embeddings.ts';
import type { CutPicture } from '../embeddings/picture-crops.ts';
import { openPicture } from '../embeddings/picture-crops.ts';
import { LookAlikes } from '../look-alikes.ts';
import { pictureBytes } from '../pictures/picture-file.ts';
import { MEASURED_FILE } from '../pictures/pictures.ts';
import type { Box, LikelyBox } from './likely-boxes.ts';
import { isTooSmall, likelyBoxes } from './likely-boxes.ts';
import type { SetRow } from './suggestion-rows.ts';
import { addBoxes, existingBoxes } from './suggestion-rows.ts';

type Trx = Kysely<unknown>;

/** Windows that are compared in one call of the model. */
const BATCH = 32;

const subject = z.object({
  project_id: z.int(),
  set_id: z.int(),
  item_id: z.int(),
  position: z.int(),
  pictures: z.array(z.int()),
});

/** A picture in which is looked, in pixels of its item. */
interface SearchedPicture {
  readonly item_id: number;
  readonly width: number;
  readonly height: number;
  readonly file: string;
}

/** Looks in pictures for places that look like an annotated object, as a job, and suggests them as new boxes. */
export class BoxSearch {
  constructor(
    @inject(JobsToken) private readonly jobs: Jobs,
    @inject(BlobsToken) private readonly blobs: BlobDriver,
    @inject(Embeddings) private readonly embeddings: Embeddings,
    @inject(LookAlikes) private readonly alike: LookAlikes,
    @inject(Items) private readonly items: Items,
  ) {}

  /**
   * The picture of an object and those most like it that the caller sees, `count` at most.
   * @throws Fault NOT_FOUND, TOO_SMALL (422), MODEL_UNAVAILABLE (503), SIMILARITY_NOT_READY (409), NO_PICTURE (422)
   */
  async pictures(
    context: RequestContext,
    projectId: number,
    { itemId, position }: { readonly itemId: number; readonly position: number },
    count: number,
  ): Promise<readonly number[]> {
    const { box, picture } = await this.#example(context, projectId, { item_id: itemId, position });
    if (isTooSmall(picture, box))
      throw new Fault(
        'TOO_SMALL',
        'This object is too small in its picture for others to be looked for. Choose one that is larger.',
        { status: 422 },
      );
    const alike = count === 1 ? [] : (await this.alike.find(context, projectId, { itemId }, count - 1)).items;
    const seen = await this.items.byIds(context, projectId, [itemId, ...alike]);
    return [...new Set([itemId, ...alike])].filter(id => seen.has(id));
  }

  /** Starts the job of a new layer. Inside the caller's transaction. */
  async start(
    trx: Trx,
    context: RequestContext,
    { id, project_id: projectId, item_id: itemId }: SetRow,
    position: number,
    pictures: readonly number[],
  ): Promise<SetRow> {
    const job = await this.jobs.enqueue(trx, {
      teamId: context.team.id,
      plugin: 'explore',
      name: 'boxes',
      subject: { project_id: projectId, set_id: id, item_id: itemId, position, pictures },
      creatorId: context.user.id,
    });
    const { rows } = await sql<SetRow>`update explore.suggestion_set set job_id = ${job.id}
      where team_id = ${context.team.id}::int and id = ${id}::int returning *`.execute(trx);
    return rows[0]!;
  }

  /** Progress of the job of a layer; undefined of one that needs none or whose job is done. */
  async progress(context: RequestContext, { job_id: jobId, searched }: SetRow): Promise<SuggestionSearch | undefined> {
    const job = jobId === null ? undefined : await this.jobs.get(context.team.id, jobId);
    if (job === undefined || job.state === 'COMPLETED') return undefined;
    const { pictures } = subject.parse(job.subject);
    return {
      job_id: job.id,
      done: searched,
      total: pictures.length,
      error: isFinished(job.state) ? (job.error?.message ?? null) : null,
    };
  }

  /** The job. Begun again after a crash it goes on behind the last picture. @throws Fault NOT_FOUND, MODEL_UNAVAILABLE */
  async run(run: JobRun, context: RequestContext): Promise<unknown> {
    const { project_id: projectId, set_id: setId, pictures, ...example } = subject.parse(run.subject);
    const { provider, reason } = { reason: undefined, ...(await this.embeddings.readiness()) };
    if (provider === undefined) throw new Fault('MODEL_UNAVAILABLE', reason!, { status: 503 });
    const { box, picture } = await this.#example(context, projectId, example);
    const cut = await this.#open(picture);
    if (cut === undefined) throw notFound('The picture of the object');
    const wanted = (await vectorsOf(provider, cut, [box]))[0]!;
    const longest = Math.max(picture.width, picture.height);
    for (let at = await this.#searched(context, setId); at < pictures.length; at += 1) {
      run.signal.throwIfAborted();
      run.progress(at, pictures.length, `Picture ${at + 1} of ${pictures.length}`);
      const other = await this.#picture(context, projectId, pictures[at]!);
      // In a picture of another size the object is larger or smaller too.
      const scale = other === undefined ? 1 : Math.max(other.width, other.height) / longest;
      const size = { width: box.width * scale, height: box.height * scale };
      const found = other === undefined ? [] : await this.#found(context, provider, other, size, wanted, run.signal);
      if (!(await this.#store(context, projectId, setId, pictures[at]!, at, found))) return { pictures: at };
    }
    return { pictures: pictures.length };
  }

  async #found(
    context: RequestContext,
    provider: EmbeddingProvider,
    picture: SearchedPicture,
    size: { readonly width: number; readonly height: number },
    wanted: Float32Array,
    signal: AbortSignal,
  ): Promise<readonly LikelyBox[]> {
    const cut = await this.#open(picture);
    if (cut === undefined) return [];
    const taken = await context.transaction((trx: Trx) => existingBoxes(trx, context, picture.item_id));
    return likelyBoxes(picture, size, taken, async boxes => {
      signal.throwIfAborted();
      return (await vectorsOf(provider, cut, boxes)).map(each => dotOf(each, wanted));
    });
  }

  /** Stores what was found in a picture; false when the layer is gone. */
  #store(
    context: RequestContext,
    projectId: number,
    setId: number,
    itemId: number,
    at: number,
    found: readonly LikelyBox[],
  ): Promise<boolean> {
    return context.transaction(async (trx: Trx) => {
      const { rows } = await sql`update explore.suggestion_set set searched = ${at + 1}::int
        where team_id = ${context.team.id}::int and id = ${setId}::int and searched = ${at}::int returning id`.execute(
        trx,
      );
      if (rows.length === 0) return false;
      const boxes = found.map(each => ({ ...each, key: newId() }));
      if (boxes.length > 0) await addBoxes(trx, context, { projectId, setId, itemId }, boxes);
      return true;
    });
  }

  async #searched(context: RequestContext, setId: number): Promise<number> {
    const { rows } = await context.transaction((trx: Trx) =>
      sql<{ searched: number }>`select searched from explore.suggestion_set
        where team_id = ${context.team.id}::int and id = ${setId}::int`.execute(trx),
    );
    if (rows[0] === undefined) throw notFound('The layer of suggestions');
    return rows[0].searched;
  }

  async #example(
    context: RequestContext,
    projectId: number,
    { item_id: itemId, position }: { readonly item_id: number; readonly position: number },
  ): Promise<{ readonly box: Box; readonly picture: SearchedPicture }> {
    const picture = await this.#picture(context, projectId, itemId);
    const { rows } = await context.transaction((trx: Trx) =>
      sql<Box>`select x, y, width, height from explore.instance
        where team_id = ${context.team.id}::int and item_id = ${itemId}::int and position = ${position}::int and kind = 'object' and width > 0 and height > 0`.execute(
        trx,
      ),
    );
    if (picture === undefined || rows[0] === undefined)
      throw new Fault('NO_PICTURE', 'This object has no box in a picture that can be compared.', { status: 422 });
    return { box: rows[0], picture };
  }

  async #picture(context: RequestContext, projectId: number, itemId: number): Promise<SearchedPicture | undefined> {
    const { rows } = await context.transaction((trx: Trx) =>
      sql<SearchedPicture>`select item.id as item_id, item.width, item.height, ${MEASURED_FILE} as file from ${itemRows} as item
        where item.team_id = ${context.team.id}::int and item.project_id = ${projectId}::int and item.id = ${itemId}::int
          and item.deleted_at is null and item.width is not null and ${MEASURED_FILE} is not null`.execute(trx),
    );
    return rows[0];
  }

  async #open({ file, width }: SearchedPicture): Promise<CutPicture | undefined> {
    const bytes = await pictureBytes(this.blobs, file);
    return bytes === undefined ? undefined : openPicture(bytes, width).catch(() => undefined);
  }
}

/** Vectors of parts of a picture. */
async function vectorsOf(
  provider: EmbeddingProvider,
  cut: CutPicture,
  boxes: readonly Box[],
): Promise<readonly Float32Array[]> {
  const found: Float32Array[] = [];
  for (let at = 0; at < boxes.length; at += BATCH) {
    const made = await provider.embedImages(await cut(boxes.slice(at, at + BATCH), EMBEDDED_SIDE));
    found.push(...made.map(each => each.vector));
  }
  return found;
}

/** Cosine of two vectors of length 1. */
const dotOf = (one: Float32Array, other: Float32Array): number =>
  one.reduce((sum, value, at) => sum + value * other[at]!, 0);
