import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { Fault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { isFinished } from '#core/data/common/index.ts';
import type { JobRun, Jobs } from '#core/data/server/index.ts';
import { JobsToken, PluginGate } from '#core/kernel/server/index.ts';
import { readDocument } from '#plugins/annotate/annotations/common/index.ts';
import { annotationRows } from '#plugins/annotate/annotations/server/kit/index.ts';
import { AT_ONCE, ExploreRows } from './explore-rows.ts';

type Trx = Kysely<unknown>;

/** Characters of the documents that are read at a time; one document may have more. */
const READ_CHARACTERS = 8 * 1024 * 1024;

/** Documents that are prepared while somebody waits; more are left to a job. */
const INLINE = 400;

/**
 * Annotations whose rows are not those of their newest revision, over `annotations.annotation` as `kept` and
 * `explore.fact` as `fact`.
 */
const STALE = sql<boolean>`(case when kept.document is null then fact.item_id is not null else fact.revision is distinct from kept.revision end)`;

const ANNOTATIONS = sql`${annotationRows} as kept left join explore.fact as fact on fact.team_id = kept.team_id and fact.item_id = kept.item_id`;

/** Progress of preparing a project. */
export interface SyncState {
  readonly state: 'ready' | 'running' | 'needed';
  readonly done: number;
  readonly total: number;
  readonly jobId: string | undefined;
}

/** Prepares projects for queries: reads documents that were stored before this plugin, or while it was switched off. */
export class ExploreSync {
  /**
   * Projects found up to date, by the state of the plugins they were looked at in: while Explore is on, saves keep them
   * so.
   */
  readonly #current = new WeakMap<object, Set<string>>();

  constructor(
    @inject(JobsToken) private readonly jobs: Jobs,
    @inject(PluginGate) private readonly gate: PluginGate,
    @inject(ExploreRows) private readonly rows: ExploreRows,
  ) {}

  /**
   * Returns the progress of preparing the documents of a project that were stored before this plugin, or while it was
   * switched off.
   */
  async state(context: RequestContext, projectId: number): Promise<SyncState> {
    const current = await this.#currentNow(context);
    const key = `${context.team.id}/${projectId}`;
    return context.transaction(async (trx: Trx) => {
      const {
        rows: [sync],
      } = await sql<{
        job_id: string | null;
        done_at: Date | null;
      }>`select job_id, done_at from explore.sync where team_id = ${context.team.id} and project_id = ${projectId}`.execute(
        trx,
      );
      const jobId = sync?.job_id ?? undefined;
      const finished = sync !== undefined && sync.done_at !== null;
      if (current.has(key)) return { state: 'ready', done: 0, total: 0, jobId };
      const {
        rows: [count],
      } = await sql<{
        total: number;
        open: number;
      }>`select count(*)::int as total, (count(*) filter (where ${STALE}))::int as open
        from ${ANNOTATIONS} where kept.team_id = ${context.team.id} and kept.project_id = ${projectId} and (kept.document is not null or fact.item_id is not null)`.execute(
        trx,
      );
      const { total, open } = count!;
      if (open === 0) {
        if (context.viewer === undefined) {
          if (!finished) await this.#finished(trx, context, projectId);
          current.add(key);
        }
        return { state: 'ready', done: total, total, jobId };
      }
      return { state: jobId === undefined || finished ? 'needed' : 'running', done: total - open, total, jobId };
    });
  }

  /**
   * The projects known to be up to date as long as no plugin is switched; the gate makes another answer then, and every
   * few seconds.
   */
  async #currentNow(context: RequestContext): Promise<Set<string>> {
    const switches = await this.gate.enablement(context.team.organizationId);
    const known = this.#current.get(switches) ?? new Set<string>();
    this.#current.set(switches, known);
    return known;
  }

  /** Prepares a project before it is asked. @throws Fault EXPLORE_SYNCING (409) while a job does it. */
  async demandReady(context: RequestContext, projectId: number): Promise<void> {
    const { state, done, total } = await this.state(context, projectId);
    // Who views as somebody else changes nothing: they see a project with few changes as it was prepared last.
    const viewed = context.viewer !== undefined;
    if (state === 'ready' || (viewed && total - done <= INLINE)) return;
    if (total - done <= INLINE) {
      while ((await this.step(context, projectId)) > 0);
      await this.state(context, projectId);
      return;
    }
    if (!viewed) await this.sync(context, projectId);
    throw new Fault(
      'EXPLORE_SYNCING',
      `The annotations of this project are being prepared for Explore: ${done} of ${total} are ready. Try again in a minute.`,
      { status: 409, details: { done, total } },
    );
  }

  /** Prepares one item, inside the caller's transaction: a rule about it must not wait for its project. */
  async prepareItem(context: RequestContext, projectId: number, itemId: number): Promise<void> {
    await context.transaction(async (trx: Trx) => {
      const {
        rows: [stale],
      } = await sql<{
        document: unknown;
      }>`select kept.document from ${ANNOTATIONS} where kept.team_id = ${context.team.id} and kept.item_id = ${itemId} and ${STALE}`.execute(
        trx,
      );
      if (stale !== undefined)
        await this.rows.store(context, projectId, [
          { itemId, document: stale.document === null ? undefined : readDocument(stale.document) },
        ]);
    });
  }

  /** Starts the job that prepares a project, or answers that it runs; undefined when there is nothing to do. */
  async sync(context: RequestContext, projectId: number): Promise<string | undefined> {
    const before = await this.state(context, projectId);
    if (before.state === 'ready') return undefined;
    return context.transaction(async (trx: Trx) => {
      const running = before.jobId === undefined ? undefined : await this.jobs.get(context.team.id, before.jobId);
      if (running !== undefined && !isFinished(running.state)) return running.id;
      const job = await this.jobs.enqueue(trx, {
        teamId: context.team.id,
        plugin: 'explore',
        name: 'sync',
        subject: { project_id: projectId },
        creatorId: context.user.id,
      });
      await sql`insert into explore.sync (team_id, project_id, job_id) values (${context.team.id}, ${projectId}, ${job.id}) on conflict (team_id, project_id) do update set job_id = excluded.job_id, done_at = null`.execute(
        trx,
      );
      return job.id;
    });
  }

  /** The job: a part at a time, until none is left. */
  async run(run: JobRun, context: RequestContext): Promise<unknown> {
    const { project_id: projectId } = run.subject as { readonly project_id: number };
    for (;;) {
      run.signal.throwIfAborted();
      const { state, done, total } = await this.state(context, projectId);
      run.progress(done, total);
      if (state === 'ready' || (await this.step(context, projectId)) === 0) return { documents: total };
    }
  }

  /** Prepares the next documents, a few megabytes at a time; answers how many. */
  async step(context: RequestContext, projectId: number): Promise<number> {
    return context.transaction(async (trx: Trx) => {
      const { rows: next } = await sql<{
        item_id: number;
        size: number;
      }>`select kept.item_id, kept.size from ${ANNOTATIONS}
        where kept.team_id = ${context.team.id} and kept.project_id = ${projectId} and ${STALE} order by kept.item_id limit ${AT_ONCE / 2}`.execute(
        trx,
      );
      if (next.length === 0) return 0;
      const ids = firstWithin(next, READ_CHARACTERS);
      // Held before they are read, so that no save comes between the reading and the writing of its rows.
      const { rows } = await sql<{
        item_id: number;
        document: unknown;
      }>`select kept.item_id, kept.document from ${annotationRows} as kept
        where kept.team_id = ${context.team.id} and kept.item_id = any(${[...ids]}::int[]) order by kept.item_id for update of kept`.execute(
        trx,
      );
      await this.rows.store(
        context,
        projectId,
        rows.map(row => ({
          itemId: row.item_id,
          document: row.document === null ? undefined : readDocument(row.document),
        })),
      );
      return next.length;
    });
  }

  async #finished(trx: Trx, context: RequestContext, projectId: number): Promise<void> {
    await sql`insert into explore.sync (team_id, project_id, done_at) values (${context.team.id}, ${projectId}, now()) on conflict (team_id, project_id) do update set done_at = excluded.done_at`.execute(
      trx,
    );
  }
}

/** Ids from the start whose documents have no more characters together; the first one whatever it has. */
export function firstWithin(
  rows: readonly { readonly item_id: number; readonly size: number }[],
  most: number,
): readonly number[] {
  let characters = 0;
  const end = rows.findIndex((row, index) => (characters += row.size) > most && index > 0);
  return (end === -1 ? rows : rows.slice(0, end)).map(row => row.item_id);
}
