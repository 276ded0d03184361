import { inject, optional } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { Fault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { isFinished } from '#core/data/common/index.ts';
import type { BlobDriver, Job, JobRun, Jobs } from '#core/data/server/index.ts';
import { BlobsToken, JobsToken } from '#core/kernel/server/index.ts';
import { EMBEDDED_SIDE, EmbeddingProviders } from '#plugins/annotate/smart-tools/server/kit/index.ts';
import type { EmbeddingProvider, EmbeddingReadiness } from '#plugins/annotate/smart-tools/server/kit/index.ts';
import { itemRows } from '#plugins/workspace/items/server/kit/index.ts';
import { pictureBytes } from '../pictures/picture-file.ts';
import type { EmbeddingTarget, TargetPlace } from './embedding-targets.ts';
import { byPicture, nextTargets, pictureTargets } from './embedding-targets.ts';
import { NeighbourMeasures } from './neighbour-measures.ts';
import { openPicture } from './picture-crops.ts';
import { TargetTallies } from './target-tally.ts';
import { vectorBytes } from './vector-search.ts';

type Trx = Kysely<unknown>;

/** Vectors made while somebody waits; more are left to a job. */
const INLINE = 16;
/** Vectors up to which neighbours are compared while somebody waits. */
const MOST_MEASURED = 500;
/** Vectors of one step of the job. */
const STEP = 32;
const START: TargetPlace = { item_id: 0, position: -1 };

/** Progress of the vectors of a project. */
export interface EmbeddingState {
  /** `unavailable`: no model is installed. `updating`: some changed since, and the others can be compared. */
  readonly state: 'ready' | 'running' | 'updating' | 'needed' | 'unavailable';
  readonly done: number;
  readonly total: number;
  readonly unreadable: number;
  readonly jobId: string | undefined;
  /** The last job, where it failed. */
  readonly failedJobId: string | undefined;
  readonly provider: EmbeddingProvider | undefined;
  /** The reason why there is no provider, and what to install. */
  readonly reason: string | undefined;
  /** The reason why words cannot be compared. */
  readonly wordsReason: string | undefined;
}

/** Keeps vectors of pictures and objects, made by the model of the installation. */
export class Embeddings {
  readonly #tallies = new TargetTallies();

  constructor(
    @inject(JobsToken) private readonly jobs: Jobs,
    @inject(BlobsToken) private readonly blobs: BlobDriver,
    @inject(NeighbourMeasures) private readonly neighbours: NeighbourMeasures,
    @inject(EmbeddingProviders) @optional() private readonly providers: EmbeddingProviders | undefined,
  ) {}

  /** Returns the provider that answers now, or what to install. */
  async readiness(): Promise<EmbeddingReadiness> {
    return (
      (await this.providers?.readiness()) ?? {
        provider: undefined,
        reason: 'This installation has no model that compares words with pictures',
      }
    );
  }

  /** Progress of the vectors of a project. */
  async state(context: RequestContext, projectId: number): Promise<EmbeddingState> {
    const readiness = await this.readiness();
    const { provider } = readiness;
    if (provider === undefined) {
      const none = { done: 0, total: 0, unreadable: 0, jobId: undefined, failedJobId: undefined, provider };
      return { state: 'unavailable', ...none, reason: readiness.reason, wordsReason: readiness.reason };
    }
    const { count, jobId, begun } = await context.transaction(async (trx: Trx) => {
      const sync = await this.#sync(trx, context, projectId);
      const known = sync?.job_id ?? undefined;
      return {
        count: await this.#tallies.counts(
          trx,
          context,
          { projectId, provider: provider.version, kept: known !== undefined },
          pictureTargets(context, projectId, provider.version),
        ),
        jobId: known,
        begun: sync?.provider === provider.version,
      };
    });
    const job = await this.#job(context, jobId);
    const running = job !== undefined && !isFinished(job.state);
    const { total, open, unreadable } = count;
    return {
      state: open === 0 ? 'ready' : running ? (begun ? 'updating' : 'running') : begun ? 'updating' : 'needed',
      done: total - open,
      total,
      unreadable,
      jobId: running ? jobId : undefined,
      failedJobId: job?.state === 'FAILED' ? jobId : undefined,
      provider,
      reason: undefined,
      wordsReason: readiness.textReason,
    };
  }

  /** Starts the job that makes the vectors of a project, or returns the one that runs; undefined without work. */
  async sync(context: RequestContext, projectId: number): Promise<string | undefined> {
    const { state, jobId } = await this.state(context, projectId);
    if (state === 'ready' || state === 'unavailable') return undefined;
    return jobId ?? context.transaction((trx: Trx) => this.#enqueue(trx, context, projectId));
  }

  /**
   * Starts the job after documents of items were stored, in projects whose vectors a job made before. Inside the
   * caller's transaction.
   */
  async refresh(context: RequestContext, projectId: number, itemIds: readonly number[], jobId: string): Promise<void> {
    await context.transaction(async (trx: Trx) => {
      // Their labels may have changed: they are compared with those of neighbours again.
      await sql`update explore.embedding set label_doubt = null where team_id = ${context.team.id}::int
        and item_id = any(${[...itemIds]}::int[]) and label_doubt is not null`.execute(trx);
      const job = await this.#job(context, jobId);
      if ((job !== undefined && !isFinished(job.state)) || (await this.readiness()).provider === undefined) return;
      await this.#enqueue(trx, context, projectId);
    });
  }

  /**
   * Returns the provider once vectors can be compared: a few that are missing are made at once, more by a job
   * meanwhile.
   * @throws Fault MODEL_UNAVAILABLE (503), SIMILARITY_NOT_READY (409) when they were never made.
   */
  async demandReady(context: RequestContext, projectId: number): Promise<EmbeddingProvider> {
    const { state, provider, reason, done, total } = await this.state(context, projectId);
    if (provider === undefined) throw new Fault('MODEL_UNAVAILABLE', reason!, { status: 503 });
    if (state === 'ready') return provider;
    if (total - done <= INLINE) {
      for (let at: TargetPlace | undefined = START; at !== undefined;)
        at = await this.#step(context, projectId, provider, at);
      if (total <= MOST_MEASURED)
        await this.neighbours.update(context, projectId, provider.version, provider.dimension);
    } else if (state === 'updating') await this.sync(context, projectId);
    else
      throw new Fault(
        'SIMILARITY_NOT_READY',
        `Pictures are compared by a model that has to see them first: ${done} of ${total} pictures and objects are done. Start this in Explore.`,
        { status: 409, details: { done, total, needs: 'embeddings' } },
      );
    return provider;
  }

  /** The job: a part at a time, until none is left; then labels are compared with those of neighbours. */
  async run(run: JobRun, context: RequestContext): Promise<unknown> {
    const { project_id: projectId } = run.subject as { readonly project_id: number };
    let measured = false;
    for (;;) {
      run.signal.throwIfAborted();
      const { provider, done, total, reason } = await this.state(context, projectId);
      if (provider === undefined) throw new Fault('MODEL_UNAVAILABLE', reason!, { status: 503 });
      if (done < total) {
        await this.#pass(run, context, projectId, provider, { done, total });
        measured = false;
      } else if (measured && !(await this.neighbours.hasOpenLabels(context, projectId, provider.version))) {
        await this.#finish(context, projectId, provider.version);
        return { vectors: total };
      } else {
        await this.#removeStale(context, projectId);
        await this.neighbours.update(context, projectId, provider.version, provider.dimension);
        // Documents that were saved meanwhile are taken too.
        measured = true;
      }
    }
  }

  /**
   * Makes the vectors that are missing, in order of the items. Ends early when another model is installed meanwhile.
   */
  async #pass(
    run: JobRun,
    context: RequestContext,
    projectId: number,
    provider: EmbeddingProvider,
    { done, total }: { readonly done: number; readonly total: number },
  ): Promise<void> {
    let made = 0;
    for (let at: TargetPlace | undefined = START; at !== undefined; made += STEP) {
      run.signal.throwIfAborted();
      run.progress(Math.min(total, done + made), total);
      if ((await this.readiness()).provider?.version !== provider.version) return;
      at = await this.#step(context, projectId, provider, at);
    }
  }

  /**
   * Makes the next vectors after a place; returns the last one, undefined for none. A picture that cannot be read is
   * noted as that.
   */
  async #step(
    context: RequestContext,
    projectId: number,
    provider: EmbeddingProvider,
    after: TargetPlace,
  ): Promise<TargetPlace | undefined> {
    const next = await context.transaction((trx: Trx) =>
      nextTargets(trx, context, projectId, provider.version, after, STEP),
    );
    if (next.length === 0) return undefined;
    const found: { readonly target: EmbeddingTarget; readonly pixels: Uint8Array }[] = [];
    for (const own of byPicture(next)) {
      const pixels = await this.#pixels(own);
      own.forEach((target, at) => pixels !== undefined && found.push({ target, pixels: pixels[at]! }));
    }
    const made = found.length === 0 ? [] : await provider.embedImages(found.map(each => each.pixels));
    const byTarget = new Map(found.map((each, at) => [each.target, made[at]!]));
    const rows = next.map(target => {
      const embedding = byTarget.get(target);
      return {
        item_id: target.item_id,
        position: target.position,
        source: target.source,
        vector: embedding === undefined ? null : Buffer.from(vectorBytes(embedding.vector)).toString('hex'),
        tags: embedding === undefined || embedding.tags.length === 0 ? null : embedding.tags,
      };
    });
    await context.transaction(async (trx: Trx) => {
      // Moved or deleted items in between are left out by the join.
      await sql`insert into explore.embedding (team_id, project_id, item_id, position, source, provider, vector, tags)
        select item.team_id, item.project_id, item.id, given.position, given.source, ${provider.version}::text, decode(given.vector, 'hex'), given.tags
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (item_id int, position int, source text, vector text, tags jsonb)
        join ${itemRows} as item on item.team_id = ${context.team.id}::int and item.project_id = ${projectId}::int and item.id = given.item_id
        on conflict (team_id, item_id, position) do update set project_id = excluded.project_id, source = excluded.source, provider = excluded.provider,
          vector = excluded.vector, tags = excluded.tags, label_doubt = null, oddness = null, made_at = clock_timestamp()`.execute(
        trx,
      );
    });
    return next.at(-1);
  }

  async #pixels(own: readonly EmbeddingTarget[]): Promise<readonly Uint8Array[] | undefined> {
    const bytes = await pictureBytes(this.blobs, own[0]!.file);
    if (bytes === undefined) return undefined;
    const boxes = own.map(({ position, x, y, width, height }) =>
      position === -1 ? undefined : { x: x!, y: y!, width: width!, height: height! },
    );
    const opened = openPicture(bytes, own[0]!.item_width);
    return opened.then(cut => cut(boxes, EMBEDDED_SIDE)).catch(() => undefined);
  }

  /** Removes vectors of objects that are gone. */
  async #removeStale(context: RequestContext, projectId: number): Promise<void> {
    await context.transaction((trx: Trx) =>
      sql`delete from explore.embedding as kept where kept.team_id = ${context.team.id}::int and kept.project_id = ${projectId}::int and kept.position >= 0
        and not exists (select from explore.instance as r where r.team_id = kept.team_id and r.item_id = kept.item_id and r.position = kept.position and r.kind = 'object' and r.width > 0)`.execute(
        trx,
      ),
    );
  }

  async #finish(context: RequestContext, projectId: number, version: string): Promise<void> {
    await context.transaction((trx: Trx) =>
      sql`update explore.embedding_sync set provider = ${version}::text where team_id = ${context.team.id}::int and project_id = ${projectId}::int`.execute(
        trx,
      ),
    );
  }

  async #enqueue(trx: Trx, context: RequestContext, projectId: number): Promise<string> {
    const job = await this.jobs.enqueue(trx, {
      teamId: context.team.id,
      plugin: 'explore',
      name: 'embeddings',
      subject: { project_id: projectId },
      creatorId: context.user.id,
    });
    await sql`insert into explore.embedding_sync (team_id, project_id, job_id) values (${context.team.id}, ${projectId}, ${job.id}) on conflict (team_id, project_id) do update set job_id = excluded.job_id`.execute(
      trx,
    );
    return job.id;
  }

  /** The last job of a project, and the version of the vectors that a job made completely. */
  async #sync(
    trx: Trx,
    context: RequestContext,
    projectId: number,
  ): Promise<{ readonly job_id: string | null; readonly provider: string | null } | undefined> {
    const { rows } = await sql<{ job_id: string | null; provider: string | null }>`
      select job_id, provider from explore.embedding_sync where team_id = ${context.team.id}::int and project_id = ${projectId}::int`.execute(
      trx,
    );
    return rows[0];
  }

  async #job(context: RequestContext, jobId: string | undefined): Promise<Job | undefined> {
    return jobId === undefined ? undefined : this.jobs.get(context.team.id, jobId);
  }
}
