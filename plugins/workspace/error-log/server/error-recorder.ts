import { createHash } from 'node:crypto';
import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Log } from '#core/api/server/index.ts';
import type { Database } from '#core/data/server/index.ts';
import type { NotedFault, PluginInventory } from '#core/kernel/server/index.ts';
import { DatabaseToken, LogToken, PluginInventoryToken, SourceMapsFolderToken } from '#core/kernel/server/index.ts';
import { MOST_PEOPLE } from '../common/api.ts';
import { cleanMessage } from '../common/clean-message.ts';
import { readStack, showStack } from '../common/stack-frames.ts';
import type { ErrorTables } from './error-tables.ts';
import { SourceMaps } from './source-maps.ts';

/** Errors that wait to be stored; more are counted in the log of the server only. */
const WAITING = 200;
/** Occurrences kept of each group. */
const OCCURRENCES = 20;
/** Groups kept, and days after which one that did not occur again is deleted. */
const GROUPS = 1_000;
const DAYS = 90;

/** Stores errors in groups: one row for each cause, however often it occurs. */
export class ErrorRecorder {
  readonly #maps: SourceMaps;
  #waiting: NotedFault[] = [];
  #lost = 0;
  #work: Promise<void> | undefined;

  constructor(
    @inject(DatabaseToken) private readonly database: Database,
    @inject(PluginInventoryToken) private readonly inventory: PluginInventory,
    @inject(LogToken) private readonly log: Log,
    @inject(SourceMapsFolderToken) sourceMaps: string,
  ) {
    this.#maps = new SourceMaps(sourceMaps);
  }

  /** Stores an error soon. The caller does not wait for the database, and the size of what waits is bounded. */
  add(fault: NotedFault): void {
    if (this.#waiting.length >= WAITING) this.#lost++;
    else this.#waiting.push(fault);
    this.#work ??= this.#store();
  }

  /** Resolves once everything that waits is stored. */
  async settled(): Promise<void> {
    while (this.#work !== undefined) await this.#work;
  }

  /** Deletes groups that did not occur for 90 days, and the oldest beyond 1 000. */
  async trim(): Promise<void> {
    await this.#transaction(async trx => {
      await sql`delete from error_log.problem where last_seen < now() - make_interval(days => ${DAYS}::int)
        or id in (select id from error_log.problem order by last_seen desc, id desc offset ${GROUPS}::int)`.execute(
        trx,
      );
    });
  }

  async #store(): Promise<void> {
    // Errors of the same moment are stored together.
    await new Promise(resolve => setImmediate(resolve));
    while (this.#waiting.length > 0) {
      const faults = this.#waiting;
      const lost = this.#lost;
      [this.#waiting, this.#lost] = [[], 0];
      try {
        const groups = new Map<string, { readonly first: Described; readonly all: NotedFault[] }>();
        for (const fault of faults) {
          const described = await this.#describe(fault);
          const known = groups.get(described.fingerprint);
          if (known === undefined) groups.set(described.fingerprint, { first: described, all: [fault] });
          else known.all.push(fault);
        }
        // In one order, so that two servers never wait for each other.
        for (const { first, all } of [...groups.values()].sort((a, b) =>
          a.first.fingerprint < b.first.fingerprint ? -1 : 1,
        ))
          await this.#transaction(trx => this.#write(trx, first, all));
        if (lost > 0) this.log.warn({ lost }, 'errors came too fast to be kept in the error log');
      } catch (error) {
        // As a warning: an error would come back here while the database cannot be reached.
        this.log.warn({ err: error, lost: faults.length + lost }, 'errors could not be kept in the error log');
      }
    }
    // In the same tick as the last look at what waits: an error that comes next starts another run.
    this.#work = undefined;
  }

  async #describe(fault: NotedFault): Promise<Described> {
    const frames = await this.#maps.resolve(readStack(fault.stack ?? ''));
    const message = cleanMessage(fault.message);
    const top = frames.find(({ file }) => !/^node[:_]/.test(file)) ?? frames[0];
    const cause = top === undefined ? fault.where : `${top.fn} ${top.file}`;
    const parts = [fault.side, fault.plugin, fault.kind, message, cause];
    return {
      fingerprint: createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32),
      side: fault.side,
      plugin: fault.plugin,
      kind: fault.kind.slice(0, 100),
      message,
      stack: showStack(frames),
    };
  }

  async #write(trx: Kysely<ErrorTables>, group: Described, all: readonly NotedFault[]): Promise<void> {
    const last = all.at(-1)!;
    const occurrences = all.map(each => ({
      at: new Date(each.at),
      place: cleanPlace(each.where),
      version: each.version ?? this.inventory.productVersion,
      request_id: each.requestId ?? null,
      organization_id: each.organizationId ?? null,
      person_id: each.personId ?? null,
    }));
    const newest = occurrences.at(-1)!;
    const { id } = await trx
      .insertInto('error_log.problem')
      .values({
        ...group,
        place: newest.place,
        version: newest.version,
        seen: all.length,
        first_seen: new Date(all[0]!.at),
        last_seen: new Date(last.at),
      })
      .onConflict(conflict =>
        conflict
          .column('fingerprint')
          .doUpdateSet({
            seen: sql<number>`problem.seen + excluded.seen`,
            last_seen: sql<Date>`greatest(problem.last_seen, excluded.last_seen)`,
            place: sql<string>`excluded.place`,
            stack: sql<string>`excluded.stack`,
            version: sql<string>`excluded.version`,
            returned: sql<boolean>`problem.returned or problem.state = 'resolved'`,
            state: sql<'open'>`case problem.state when 'resolved' then 'open' else problem.state end`,
          }),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('error_log.occurrence')
      .values(occurrences.slice(-OCCURRENCES).map(each => ({ ...each, problem_id: id })))
      .execute();
    await sql`delete from error_log.occurrence where problem_id = ${id}::int and id not in
      (select id from error_log.occurrence where problem_id = ${id}::int order by id desc limit ${OCCURRENCES}::int)`.execute(
      trx,
    );
    const people = [...new Set(all.flatMap(each => each.personId ?? []))];
    if (people.length > 0)
      await sql`insert into error_log.affected (problem_id, person_id) select ${id}::int, person from unnest(${people}::int[]) as person
        where (select count(*) from error_log.affected where problem_id = ${id}::int) < ${MOST_PEOPLE}::int on conflict do nothing`.execute(
        trx,
      );
  }

  #transaction<T>(work: (trx: Kysely<ErrorTables>) => Promise<T>): Promise<T> {
    return this.database.system<ErrorTables>('the error log').transaction(work);
  }
}

interface Described {
  readonly fingerprint: string;
  readonly side: 'server' | 'browser';
  readonly plugin: string;
  readonly kind: string;
  readonly message: string;
  readonly stack: string;
}

/** Returns a place without the values of paths that a browser may have sent. */
const cleanPlace = (place: string): string => cleanMessage(place).slice(0, 200);
