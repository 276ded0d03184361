import { inject, optional } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { Fault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { isFinished } from '#core/data/common/index.ts';
import type { Job, JobRun, Jobs } from '#core/data/server/index.ts';
import { JobsToken } from '#core/kernel/server/index.ts';
import { EmbeddingProviders } from '#plugins/annotate/smart-tools/server/kit/index.ts';
import type { TextEmbeddingProvider, TextReadiness } from '#plugins/annotate/smart-tools/server/kit/index.ts';
import { itemRows, ItemText } from '#plugins/workspace/items/server/kit/index.ts';
import { passagesOf } from '../../common/text-passages.ts';
import type { EmbeddingState } from './embeddings.ts';
import { TargetTallies } from './target-tally.ts';
import type { TextTarget } from './text-targets.ts';
import { FIRST_PASSAGE, nextTexts, textTargets } from './text-targets.ts';
import { vectorBytes } from './vector-search.ts';

type Trx = Kysely<unknown>;

/** Items whose passages are made while somebody waits; more are left to a job. */
const INLINE = 16;
/** Items of one step of the job, and passages that the model is given at a time. */
const STEP = 8;
const AT_ONCE = 16;

/** Progress of the passages of a project, in items. */
export type PassageState = Pick<EmbeddingState, 'state' | 'done' | 'total' | 'jobId' | 'failedJobId' | 'reason'> & {
  readonly provider: TextEmbeddingProvider | undefined;
};

/** Keeps vectors of passages of the texts and answers of items, made by the text model of the installation. */
export class Passages {
  readonly #tallies = new TargetTallies();

  constructor(
    @inject(JobsToken) private readonly jobs: Jobs,
    @inject(ItemText) private readonly texts: ItemText,
    @inject(EmbeddingProviders) @optional() private readonly providers: EmbeddingProviders | undefined,
  ) {}

  /** Returns the provider that answers now, or what to install. */
  async readiness(): Promise<TextReadiness> {
    return (
      (await this.providers?.textReadiness()) ?? {
        provider: undefined,
        reason: 'This installation has no model that compares texts',
      }
    );
  }

  /** Progress of the passages of a project. */
  async state(context: RequestContext, projectId: number): Promise<PassageState> {
    const readiness = await this.readiness();
    const { provider } = readiness;
    if (provider === undefined)
      return {
        state: 'unavailable',
        done: 0,
        total: 0,
        jobId: undefined,
        failedJobId: undefined,
        provider,
        reason: readiness.reason,
      };
    const targets = textTargets(context, projectId, provider.version);
    const { count, jobId, begun } = await context.transaction(async (trx: Trx) => {
      const sync = await this.#sync(trx, context, projectId);
      return {
        count: await this.#tallies.counts(
          trx,
          context,
          { projectId, provider: provider.version, kept: sync !== undefined },
          targets,
        ),
        jobId: sync?.text_job_id ?? undefined,
        begun: sync?.text_provider === provider.version,
      };
    });
    const job = await this.#job(context, jobId);
    const running = job !== undefined && !isFinished(job.state);
    const { total, open } = count;
    return {
      state: open === 0 ? 'ready' : begun ? 'updating' : running ? 'running' : 'needed',
      done: total - open,
      total,
      jobId: running ? jobId : undefined,
      failedJobId: job?.state === 'FAILED' ? jobId : undefined,
      provider,
      reason: undefined,
    };
  }

  /** Starts the job that makes the passages of a project, where they are needed and none runs. */
  async sync(context: RequestContext, projectId: number): Promise<void> {
    const { state, jobId } = await this.state(context, projectId);
    if (state === 'ready' || state === 'unavailable' || jobId !== undefined) return;
    await context.transaction((trx: Trx) => this.#enqueue(trx, context, projectId));
  }

  /**
   * Starts the job after documents were stored, in projects whose passages a job made before. Inside the caller's
   * transaction.
   */
  async refresh(context: RequestContext, projectId: number, jobId: string): Promise<void> {
    const job = await this.#job(context, jobId);
    if ((job !== undefined && !isFinished(job.state)) || (await this.readiness()).provider === undefined) return;
    await context.transaction((trx: Trx) => this.#enqueue(trx, context, projectId));
  }

  /**
   * Returns the provider once passages can be compared, undefined where the project has no texts. A few that are
   * missing are made at once, more by a job meanwhile.
   * @throws Fault SIMILARITY_NOT_READY (409) when they were never made.
   */
  async demandReady(context: RequestContext, projectId: number): Promise<TextEmbeddingProvider | undefined> {
    const { state, provider, done, total } = await this.state(context, projectId);
    if (provider === undefined || total === 0) return undefined;
    if (state === 'ready') return provider;
    if (total - done <= INLINE)
      for (let last: number | undefined = 0; last !== undefined;)
        last = await this.#step(context, projectId, provider, last);
    else if (state === 'updating') await this.sync(context, projectId);
    else
      throw new Fault(
        'SIMILARITY_NOT_READY',
        `Texts are compared by a model that has to read them first: ${done} of ${total} items are done. Start this in Explore.`,
        { status: 409, details: { done, total, needs: 'texts' } },
      );
    return provider;
  }

  /** The job: a part at a time, until none is left. */
  async run(run: JobRun, context: RequestContext): Promise<unknown> {
    const { project_id: projectId } = run.subject as { readonly project_id: number };
    for (;;) {
      const { provider, reason, done, total } = await this.state(context, projectId);
      if (provider === undefined) throw new Fault('MODEL_UNAVAILABLE', reason!, { status: 503 });
      if (done === total) {
        await context.transaction((trx: Trx) =>
          sql`update explore.embedding_sync set text_provider = ${provider.version}::text
            where team_id = ${context.team.id}::int and project_id = ${projectId}::int`.execute(trx),
        );
        return { items: total };
      }
      let made = 0;
      for (let last: number | undefined = 0; last !== undefined; made += STEP) {
        run.signal.throwIfAborted();
        run.progress(Math.min(total, done + made), total);
        last = await this.#step(context, projectId, provider, last);
      }
    }
  }

  /** Makes the passages of the next items after one; returns the last of them, undefined for none. */
  async #step(
    context: RequestContext,
    projectId: number,
    provider: TextEmbeddingProvider,
    after: number,
  ): Promise<number | undefined> {
    const next = await context.transaction((trx: Trx) =>
      nextTexts(trx, context, projectId, provider.version, after, STEP),
    );
    if (next.length === 0) return undefined;
    const rows: Readonly<Record<string, unknown>>[] = [];
    for (const target of next) {
      const passages = await this.#passages(target);
      const vectors: Float32Array[] = [];
      for (let start = 0; start < passages.length; start += AT_ONCE)
        vectors.push(...(await provider.embedTexts(passages.slice(start, start + AT_ONCE).map(each => each.passage))));
      const made = passages.map((each, at) => ({
        ...each,
        vector: Buffer.from(vectorBytes(vectors[at]!)).toString('hex'),
      }));
      // An item without a passage is noted as done too.
      for (const [at, each] of (made.length === 0 ? [{}] : made).entries())
        rows.push({ ...each, item_id: target.item_id, source: target.source, position: FIRST_PASSAGE - at });
    }
    await context.transaction(async (trx: Trx) => {
      await sql`delete from explore.embedding where team_id = ${context.team.id}::int
        and item_id = any(${next.map(each => each.item_id)}::int[]) and position <= ${FIRST_PASSAGE}::int`.execute(trx);
      // Moved or deleted items in between are left out by the join.
      await sql`insert into explore.embedding (team_id, project_id, item_id, position, source, provider, vector, passage, component)
        select item.team_id, item.project_id, item.id, given.position, given.source, ${provider.version}::text, decode(given.vector, 'hex'), given.passage, given.component
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (item_id int, position int, source text, vector text, passage text, component text)
        join ${itemRows} as item on item.team_id = ${context.team.id}::int and item.project_id = ${projectId}::int and item.id = given.item_id
        on conflict (team_id, item_id, position) do nothing`.execute(trx);
    });
    return next.at(-1)!.item_id;
  }

  async #passages(target: TextTarget): Promise<readonly { readonly passage: string; readonly component?: string }[]> {
    const text = await this.texts.of(target);
    return [
      ...passagesOf(text ?? '').map(passage => ({ passage })),
      ...(target.answers ?? []).flatMap(answer =>
        passagesOf(answer.text).map(passage => ({ passage, component: answer.component })),
      ),
    ];
  }

  async #enqueue(trx: Trx, context: RequestContext, projectId: number): Promise<void> {
    const job = await this.jobs.enqueue(trx, {
      teamId: context.team.id,
      plugin: 'explore',
      name: 'passages',
      subject: { project_id: projectId },
      creatorId: context.user.id,
    });
    await sql`insert into explore.embedding_sync (team_id, project_id, text_job_id) values (${context.team.id}, ${projectId}, ${job.id})
      on conflict (team_id, project_id) do update set text_job_id = excluded.text_job_id`.execute(trx);
  }

  async #sync(
    trx: Trx,
    context: RequestContext,
    projectId: number,
  ): Promise<{ readonly text_job_id: string | null; readonly text_provider: string | null } | undefined> {
    const { rows } = await sql<{ text_job_id: string | null; text_provider: string | null }>`
      select text_job_id, text_provider from explore.embedding_sync
      where team_id = ${context.team.id}::int and project_id = ${projectId}::int`.execute(trx);
    return rows[0];
  }

  async #job(context: RequestContext, jobId: string | undefined): Promise<Job | undefined> {
    return jobId === undefined ? undefined : this.jobs.get(context.team.id, jobId);
  }
}
