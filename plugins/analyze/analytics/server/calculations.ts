import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { Fault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { isFinished } from '#core/data/common/index.ts';
import type { Job } from '#core/data/common/index.ts';
import type { JobRun, Jobs } from '#core/data/server/index.ts';
import { JobsToken, PluginGate } from '#core/kernel/server/index.ts';
import type { CalculationStatus } from '../common/report.ts';
import { ContentStore } from './content-store.ts';
import { Transitions } from './transitions.ts';

type Trx = Kysely<unknown>;

/** Documents that are counted while somebody waits; more are left to a job. */
const INLINE = 400;
/** Parts that are counted at the same time. */
const LANES = 2;

/**
 * Counts projects from scratch, and makes sure that their counts are those of their documents before anybody reads
 * them.
 */
export class Calculations {
  /**
   * Projects known to be counted, by the state of the plugins in which they were looked at: while analytics is on,
   * saves keep them so.
   */
  readonly #current = new WeakMap<object, Set<string>>();

  constructor(
    @inject(JobsToken) private readonly jobs: Jobs,
    @inject(PluginGate) private readonly gate: PluginGate,
    @inject(ContentStore) private readonly content: ContentStore,
    @inject(Transitions) private readonly transitions: Transitions,
  ) {}

  /** Starts counting a project from scratch. @throws Fault ALREADY_RUNNING (409) with the job's id. */
  async start(
    context: RequestContext,
    projectId: number,
  ): Promise<{ readonly job_id: string; readonly state: Job['state'] }> {
    return context.transaction(async (trx: Trx) => {
      await sql`insert into analytics.calculation (team_id, project_id)
        values (${context.team.id}::int, ${projectId}::int) on conflict do nothing`.execute(trx);
      const {
        rows: [known],
      } = await sql<{
        job_id: string | null;
      }>`select job_id from analytics.calculation where team_id = ${context.team.id}::int
        and project_id = ${projectId}::int for update`.execute(trx);
      const running = await this.#job(context, known?.job_id ?? null);
      if (running !== undefined && !isFinished(running.state))
        throw new Fault('ALREADY_RUNNING', 'The analytics of this project are being calculated already.', {
          status: 409,
          details: { job_id: running.id },
        });
      const job = await this.jobs.enqueue(trx, {
        teamId: context.team.id,
        plugin: 'analytics',
        name: 'calculate',
        subject: { project_id: projectId },
        creatorId: context.user.id,
      });
      await sql`update analytics.calculation set job_id = ${job.id}::uuid where team_id = ${context.team.id}::int
        and project_id = ${projectId}::int`.execute(trx);
      return { job_id: job.id, state: job.state };
    });
  }

  /**
   * Returns how far the counts of a project are. `asOf` is now while they are those of the documents, and null while
   * they are not.
   */
  async status(context: RequestContext, projectId: number): Promise<CalculationStatus> {
    const {
      rows: [row],
    } = await context.transaction((trx: Trx) =>
      sql<{
        job_id: string | null;
        done_at: Date | null;
      }>`select job_id, done_at from analytics.calculation where team_id = ${context.team.id}::int
        and project_id = ${projectId}::int`.execute(trx),
    );
    const job = await this.#job(context, row?.job_id ?? null);
    if (job !== undefined && !isFinished(job.state)) {
      // Comparing all documents with their counts takes as long as many of them take to count.
      const { done, total } = job.progress;
      const asOf = (await this.#known(context)).has(keyOf(context, projectId)) ? new Date().toISOString() : null;
      const calculatedAt = row?.done_at?.toISOString() ?? null;
      return { state: job.state, progress: { done, total }, job_id: job.id, error: null, asOf, calculatedAt };
    }
    const { stale, total } = await this.#staleness(context, projectId);
    const counted = stale <= INLINE;
    return {
      state: counted ? 'COMPLETED' : job?.state === 'FAILED' ? 'FAILED' : 'NOT_STARTED',
      progress: { done: total - (counted ? 0 : stale), total },
      job_id: job?.id ?? null,
      error: counted ? null : (job?.error?.message ?? null),
      asOf: counted ? new Date().toISOString() : null,
      calculatedAt: row?.done_at?.toISOString() ?? null,
    };
  }

  /**
   * Counts what is not counted yet. @throws Fault ANALYTICS_NOT_CALCULATED (409) when that is more than somebody
   * waits for.
   */
  async demandReady(context: RequestContext, projectId: number): Promise<void> {
    const { stale, total } = await this.#staleness(context, projectId);
    // Who views as somebody else changes nothing: they see few changes once somebody of the team has asked.
    if (context.viewer !== undefined && stale <= INLINE) return;
    if (stale === 0) return this.#begin(context, projectId);
    if (stale > INLINE)
      throw new Fault(
        'ANALYTICS_NOT_CALCULATED',
        `The annotations of ${stale} of ${total} items are not counted yet. Start the calculation of the analytics.`,
        { status: 409, details: { done: total - stale, total } },
      );
    await this.#recount(context, projectId, { all: false });
    await this.#finish(context, projectId);
  }

  /** The job: counts every document of a project again. */
  async run(run: JobRun, context: RequestContext): Promise<{ readonly documents: number }> {
    const { project_id: projectId } = run.subject as { readonly project_id: number };
    const { total } = await this.content.staleness(context, projectId);
    let done = 0;
    const counting = (documents: number): void => {
      run.signal.throwIfAborted();
      done += documents;
      run.progress(done, total);
    };
    await this.#recount(context, projectId, { all: true, counting });
    await this.#finish(context, projectId);
    return { documents: done };
  }

  /**
   * Counts documents, a part at a time. One part is read by this process while the database writes the counts of
   * another one.
   */
  async #recount(
    context: RequestContext,
    projectId: number,
    { all, counting }: { readonly all: boolean; readonly counting?: (documents: number) => void },
  ): Promise<void> {
    let last: Promise<number | undefined> = Promise.resolve(0);
    const take = (): Promise<readonly number[]> => {
      const taken = last.then(after =>
        after === undefined ? [] : this.content.next(context, projectId, { after, all }),
      );
      last = taken.then(
        part => part.at(-1),
        () => undefined,
      );
      return taken;
    };
    const lane = async (): Promise<void> => {
      try {
        for (let part = await take(); part.length > 0; part = await take()) {
          await this.content.recount(context, projectId, part);
          counting?.(part.length);
        }
      } finally {
        // Also after a failure: the other lane ends with its part.
        last = Promise.resolve(undefined);
      }
    };
    const ends = await Promise.allSettled(Array.from({ length: LANES }, lane));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }

  /**
   * A project whose documents were all counted by saves may have status changes from before analytics was installed.
   */
  async #begin(context: RequestContext, projectId: number): Promise<void> {
    const { rows } = await context.transaction((trx: Trx) =>
      sql`select from analytics.calculation where team_id = ${context.team.id}::int and project_id = ${projectId}::int
        and done_at is not null`.execute(trx),
    );
    if (rows.length === 0) await this.#finish(context, projectId);
  }

  async #finish(context: RequestContext, projectId: number): Promise<void> {
    await context.transaction(async (trx: Trx) => {
      await this.transitions.fill(context, projectId);
      await sql`insert into analytics.calculation (team_id, project_id, done_at)
        values (${context.team.id}::int, ${projectId}::int, now())
          on conflict (team_id, project_id) do update set done_at = excluded.done_at`.execute(trx);
    });
  }

  async #staleness(
    context: RequestContext,
    projectId: number,
  ): Promise<{ readonly stale: number; readonly total: number }> {
    const current = await this.#known(context);
    const key = keyOf(context, projectId);
    if (current.has(key)) return { stale: 0, total: 0 };
    const found = await this.content.staleness(context, projectId);
    if (found.stale === 0) current.add(key);
    return found;
  }

  /** Projects known to be counted as long as no plugin is switched. */
  async #known(context: RequestContext): Promise<Set<string>> {
    const switches = await this.gate.enablement(context.team.organizationId);
    const current = this.#current.get(switches) ?? new Set<string>();
    this.#current.set(switches, current);
    return current;
  }

  #job(context: RequestContext, id: string | null): Promise<Job | undefined> {
    return id === null ? Promise.resolve(undefined) : this.jobs.get(context.team.id, id);
  }
}

const keyOf = (context: RequestContext, projectId: number): string => `${context.team.id}/${projectId}`;
