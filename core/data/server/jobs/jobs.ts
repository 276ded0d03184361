import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Disposable } from '#core/base/common/index.ts';
import { Fault, notFound, toDisposable } from '#core/base/common/index.ts';
import type { Job, JobState, Paged, PageRequest } from '../../common/index.ts';
import { isFinished } from '../../common/index.ts';
import type { Database } from '../database.ts';
import type { DatabaseLog } from '../database-log.ts';
import { poolOf } from '../database-pool.ts';
import { currentTransaction, onCommit } from '../transactions.ts';
import { JobChanges } from './job-changes.ts';
import { JobQueue } from './job-queue.ts';
import type { JobDefinition } from './job-outcome.ts';
import type { JobHandler } from './job-run.ts';
import { canceled } from './job-run.ts';
import { JOB_CANCELED, JOB_WAITING, JobRunner } from './job-runner.ts';
import { cancelTeam, purgeEffects, purgeJobs } from './job-store.ts';
import type { DataTables } from './job-table.ts';
import { json, toJob } from './job-table.ts';

/** A job to be done. `subject` is plain JSON. With a `key`, asking again answers the job that exists. */
export interface JobRequest {
  readonly teamId: number;
  readonly plugin: string;
  readonly name: string;
  readonly subject?: unknown;
  /** Title for people; the manifest's title of the kind of job when absent. */
  readonly title?: string;
  readonly creatorId?: number;
  readonly key?: string;
}

/** Filter of the jobs of a team; newest first. */
export interface JobFilter {
  readonly teamId: number;
  readonly plugin?: string;
  readonly name?: string;
  readonly states?: readonly JobState[];
  readonly creatorId?: number;
  /** Kinds of jobs that are left out. */
  readonly except?: readonly { readonly plugin: string; readonly name: string }[];
  readonly page?: PageRequest;
}

export interface JobsOptions {
  readonly database: Database;
  readonly log: DatabaseLog;
  /** Jobs that run at the same time in this process, 4 when absent. */
  readonly concurrency?: number;
  /** After how long without a sign a process counts as dead, in milliseconds; 10 000 when absent. */
  readonly leaseMs?: number;
  /** Returns whether a plugin's jobs are run for a team now; others wait. All are when absent. */
  readonly enabled?: (plugin: string, teamId: number) => boolean | Promise<boolean>;
}

/** Choices of one kind of job. */
export interface JobKind {
  /** After how long a run fails with TIMEOUT, in milliseconds; 24 hours when absent. */
  readonly limitMs?: number;
}

const DAY_MS = 86_400_000;
const GRACE_MS = 4_000;
const WHOLE: PageRequest = { offset: 0, limit: 100 };

/** Long work: begun in the transaction that asks for it, run outside of requests, with progress and cancel. */
export class Jobs {
  readonly #database: Database;
  readonly #queue: JobQueue;
  readonly #runner: JobRunner;
  readonly #changes: JobChanges;
  readonly #enabled: NonNullable<JobsOptions['enabled']>;
  readonly #definitions = new Map<string, JobDefinition>();

  constructor(options: JobsOptions) {
    const { database, log, enabled = () => true } = options;
    this.#database = database;
    this.#enabled = enabled;
    this.#queue = new JobQueue(poolOf(database), log);
    this.#changes = new JobChanges(log);
    this.#runner = new JobRunner({
      database,
      queue: this.#queue,
      log,
      concurrency: options.concurrency ?? 4,
      leaseMs: options.leaseMs ?? 10_000,
      definition: (plugin, name) => this.#definitions.get(`${plugin}/${name}`),
      enabled,
      changed: job => this.#changes.publish(job),
    });
  }

  /** Returns whether jobs of a plugin run for a team: false while it is switched off there. */
  async serves(plugin: string, teamId: number): Promise<boolean> {
    return this.#enabled(plugin, teamId);
  }

  /** Says how a plugin's job is done. @throws Fault JOB_DEFINED_TWICE */
  define(plugin: string, name: string, handler: JobHandler, kind: JobKind = {}): Disposable {
    const key = `${plugin}/${name}`;
    if (this.#definitions.has(key)) throw new Fault('JOB_DEFINED_TWICE', `The job ${key} is defined twice.`);
    this.#definitions.set(key, { handler, limitMs: kind.limitMs ?? DAY_MS });
    return toDisposable(() => void this.#definitions.delete(key));
  }

  /**
   * Asks for a job in the transaction `database` (or, when undefined, in the open one, else in one of its own): if that
   * is rolled back, there is no job. It begins within milliseconds of the commit.
   */
  async enqueue<Tables>(database: Kysely<Tables> | undefined, request: JobRequest): Promise<Job> {
    const open = database ?? (currentTransaction()?.handle as Kysely<unknown> | undefined);
    if (open === undefined)
      return this.#database.tenant<DataTables>(request.teamId).transaction(trx => this.#enqueue(trx, request));
    return this.#enqueue(open as unknown as Kysely<DataTables>, request);
  }

  /** One job of a team, or undefined. */
  async get(teamId: number, id: string): Promise<Job | undefined> {
    if (!isUuid(id)) return undefined;
    const row = await this.#database
      .tenant<DataTables>(teamId)
      .transaction(trx => trx.selectFrom('data.job').selectAll().where('id', '=', id).executeTakeFirst());
    return row === undefined ? undefined : toJob(row);
  }

  async list(filter: JobFilter): Promise<Paged<Job>> {
    const { plugin, name, states, creatorId, except = [], page = WHOLE } = filter;
    return this.#database.tenant<DataTables>(filter.teamId).transaction(async trx => {
      const matches = trx
        .selectFrom('data.job')
        .$if(plugin !== undefined, query => query.where('plugin', '=', plugin!))
        .$if(name !== undefined, query => query.where('name', '=', name!))
        .$if(states !== undefined, query => query.where('state', 'in', [...states!]))
        .$if(creatorId !== undefined, query => query.where('creator_id', '=', creatorId!))
        .$if(except.length > 0, query =>
          query.where(({ and, eb, not }) =>
            and(except.map(each => not(and([eb('plugin', '=', each.plugin), eb('name', '=', each.name)])))),
          ),
        );
      const rows = await matches
        .selectAll()
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .offset(page.offset)
        .limit(page.limit)
        .execute();
      const { count } = await matches.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
      return { data: rows.map(toJob), count };
    });
  }

  /**
   * Asks a job to stop at its next safe point; one that has not begun fails at once with CANCELED. A finished job stays
   * as it is.
   * @throws Fault NOT_FOUND
   */
  async cancel(teamId: number, id: string): Promise<Job> {
    if (!isUuid(id)) throw notFound('The job');
    return this.#database.tenant<DataTables>(teamId).transaction(async trx => {
      const found = await trx.selectFrom('data.job').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
      if (found === undefined) throw notFound('The job');
      if (isFinished(found.state)) return toJob(found);
      const { code, message } = canceled();
      const end =
        found.worker === null
          ? {
              state: 'FAILED' as const,
              error: json({ code, message }),
              parked: false,
              finished_at: sql<Date>`clock_timestamp()`,
            }
          : {};
      const job = toJob(
        await trx
          .updateTable('data.job')
          .set({ cancel_requested: true, ...end })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow(),
      );
      onCommit(() => this.#changes.publish(job));
      if (found.worker !== null) await this.#database.notify(JOB_CANCELED, id);
      return job;
    });
  }

  /** Asks all unfinished jobs of a team that ends to stop. They go with the team's rows. */
  async cancelTeam(teamId: number): Promise<void> {
    await this.#database.system<DataTables>('cancel the jobs of a team').transaction(async store => {
      for (const id of await cancelTeam(store, teamId)) await this.#database.notify(JOB_CANCELED, id);
    });
  }

  /** Calls `listener` when a job begins, moves on (at most every 250 ms) or ends in this process. */
  onChange(listener: (job: Job) => void): Disposable {
    return this.#changes.listen(listener);
  }

  /** Looks again at the jobs of plugins that were switched off; call it when a switch changes. */
  recheck(): Promise<void> {
    return this.#runner.recheckParked();
  }

  /**
   * Deletes jobs that finished more than `days` ago, and the effects of all finished ones: those are never begun again.
   * Works in batches, so that it holds up nobody.
   */
  async trim(days: number): Promise<void> {
    const system = this.#database.system<DataTables>('purge finished jobs');
    for (const purge of [purgeEffects, (store: Kysely<DataTables>) => purgeJobs(store, days)]) {
      let isFull = true;
      while (isFull) isFull = await this.#database.step(() => system.transaction(purge));
    }
  }

  /** Begins to run jobs. Jobs of a process that died are restarted. */
  async start(): Promise<void> {
    await this.#queue.start();
    await this.#runner.start();
  }

  /**
   * Takes no more jobs. Running ones end before their next effect, or within `graceMs`; what is not done goes back to
   * the queue.
   */
  async stop(graceMs: number = GRACE_MS): Promise<void> {
    await this.#runner.stop(graceMs);
    await this.#queue.stop();
  }

  async #enqueue(trx: Kysely<DataTables>, request: JobRequest): Promise<Job> {
    const { teamId, plugin, name, key } = request;
    if (!this.#definitions.has(`${plugin}/${name}`))
      throw new Fault('JOB_UNKNOWN', `There is no job ${plugin}/${name}.`);
    const made = await trx
      .insertInto('data.job')
      .values({
        team_id: teamId,
        plugin,
        name,
        subject: json(request.subject),
        title: request.title ?? null,
        creator_id: request.creatorId ?? null,
        idempotency_key: key ?? null,
      })
      .onConflict(conflict => conflict.columns(['team_id', 'plugin', 'name', 'idempotency_key']).doNothing())
      .returningAll()
      .executeTakeFirst();
    if (made === undefined) {
      const row = await trx
        .selectFrom('data.job')
        .selectAll()
        .where('team_id', '=', teamId)
        .where('plugin', '=', plugin)
        .where('name', '=', name)
        .where('idempotency_key', '=', key ?? '')
        .executeTakeFirstOrThrow();
      return toJob(row);
    }
    await this.#queue.send(trx, made.id);
    await this.#database.notify(JOB_WAITING, '');
    const job = toJob(made);
    onCommit(() => this.#changes.publish(job));
    return job;
  }
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
