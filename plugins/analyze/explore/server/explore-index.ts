import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { inject } from 'inversify';
import type { Kysely, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { Fault, inTurns } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { isFinished } from '#core/data/common/index.ts';
import type { JobRun, Jobs } from '#core/data/server/index.ts';
import { JobsToken, PluginGate } from '#core/kernel/server/index.ts';
import type { ClassUses } from '#plugins/workspace/classes/common/api.ts';
import { readDocument } from '#plugins/annotate/annotations/common/document.ts';
import type { StoredDocument } from '#plugins/annotate/annotations/server/kit/index.ts';
import type { ItemCopying, StatusChange } from '#plugins/workspace/items/server/kit/index.ts';
import type { DocumentRows } from '../common/document-rows.ts';
import { takingApart } from '../common/document-rows.ts';

type Trx = Kysely<unknown>;

/** Documents whose rows go into one statement. */
const AT_ONCE = 200;
/** Characters of the documents that are read at a time; one document may have more. */
const READ_CHARACTERS = 8 * 1024 * 1024;
/** Rows of objects that go into one statement: a few megabytes of JSON. */
const ROWS_AT_ONCE = 2000;
/** Documents that are prepared while somebody waits; more are left to a job. */
const INLINE = 400;

const INSTANCE = [
  'position',
  'key',
  'kind',
  'type',
  'class_id',
  'attributes',
  'creation',
  'created_by',
  'created_role',
  'created_at',
  'updated_by',
  'updated_role',
  'updated_at',
  'probability',
  'error',
  'locked',
  'visible',
  'group_id',
  'tracking_id',
  'labels',
  'x',
  'y',
  'width',
  'height',
  'area',
  'points',
  'out_of_bounds',
  'self_intersecting',
  'started',
  'ended',
  'text',
  'digest',
] as const;
const COMMENT = ['position', 'text', 'resolved', 'created_by', 'created_at'] as const;
const COMPONENT = ['name', 'row_number', 'text', 'number', 'length', 'is_empty'] as const;
const FACT = [
  'revision',
  'last_action_email',
  'last_action_at',
  'predicted',
  'duration',
  'length',
  'free_text',
] as const;
const TABLES = { instance: INSTANCE, comment: COMMENT, component: COMPONENT, fact: FACT } as const;
type TableName = keyof typeof TABLES;
type Row = Readonly<Record<string, unknown>>;

/** One instance's row: its item and its place among the item's instances. */
interface InstancePlace {
  readonly item: number;
  readonly position: number;
}

/** Annotations whose rows are not those of their newest revision, over `annotations.annotation` as `kept` and `explore.fact` as `fact`. */
const STALE = sql<boolean>`(case when kept.document is null then fact.item_id is not null else fact.revision is distinct from kept.revision end)`;
const ANNOTATIONS = sql`annotations.annotation as kept left join explore.fact as fact on fact.team_id = kept.team_id and fact.item_id = kept.item_id`;

/** How far a project is prepared. */
export interface SyncState {
  readonly state: 'ready' | 'running' | 'needed';
  readonly done: number;
  readonly total: number;
  readonly jobId: string | undefined;
}

/** The copy's own revision when its origin's rows were up to date; otherwise one that no annotation has, so that it is read again. */
const copiedRevision = sql`coalesce((select own.revision from annotations.annotation as own join annotations.annotation as first on first.team_id = own.team_id and first.item_id = pair.source
  where own.team_id = origin.team_id and own.item_id = pair.target and first.revision = origin.revision), 0)`;

/** Keeps the rows that queries find in step with the documents, inside the transactions that store them. */
export class ExploreIndex {
  /** Projects found up to date, by the state of the plugins they were looked at in: while Explore is on, saves keep them so. */
  readonly #current = new WeakMap<object, Set<string>>();

  constructor(
    @inject(JobsToken) private readonly jobs: Jobs,
    @inject(PluginGate) private readonly gate: PluginGate,
  ) {}

  /** Rows of stored documents in place of those that were there; none for deleted ones. Inside the caller's transaction. */
  async store(context: RequestContext, projectId: number, stored: readonly StoredDocument[]): Promise<void> {
    for (let start = 0; start < stored.length; start += AT_ONCE)
      await this.#storePart(context, projectId, stored.slice(start, start + AT_ONCE));
  }

  /** How often each class is used, of a project that is prepared. */
  async classUses(context: RequestContext, projectId: number): Promise<ReadonlyMap<number, ClassUses>> {
    const { rows } = await context.transaction((trx: Trx) =>
      sql<ClassUses & { readonly class_id: number }>`
      select instance.class_id, count(*)::int as objects, count(distinct instance.item_id)::int as items from explore.instance as instance
      join items.item as item on item.team_id = instance.team_id and item.id = instance.item_id
      where instance.team_id = ${context.team.id}::int and instance.project_id = ${projectId}::int and instance.class_id > 0 and item.deleted_at is null
      group by instance.class_id`.execute(trx),
    );
    return new Map(rows.map(({ class_id: id, objects, items }) => [id, { objects, items }]));
  }

  async #storePart(context: RequestContext, projectId: number, stored: readonly StoredDocument[]): Promise<void> {
    await context.transaction(async (trx: Trx) => {
      const team = context.team.id;
      const ids = stored.map(each => each.itemId);
      const known = await sql<{
        id: number;
        revision: number | null;
        width: number | null;
        height: number | null;
        digests: Readonly<Record<string, string>> | null;
        others: boolean;
      }>`
        select item.id, kept.revision, item.width, item.height,
          (select json_object_agg(r.position, r.digest) from explore.instance r where r.team_id = item.team_id and r.item_id = item.id) as digests,
          exists (select from explore.comment r where r.team_id = item.team_id and r.item_id = item.id) or exists (select from explore.component r where r.team_id = item.team_id and r.item_id = item.id) as others
        from items.item as item left join annotations.annotation as kept on kept.team_id = item.team_id and kept.item_id = item.id
        where item.team_id = ${team} and item.project_id = ${projectId} and item.id = any(${ids}::int[])`.execute(trx);
      const byItem = new Map(known.rows.map(row => [row.id, row]));
      const rows: Record<TableName, Row[]> = { instance: [], comment: [], component: [], fact: [] };
      const gone: InstancePlace[] = [];
      for (const { itemId, document } of stored) {
        const item = byItem.get(itemId);
        const digests = item?.digests ?? {};
        const left = new Set(Object.keys(digests));
        if (document !== undefined && item !== undefined) {
          const frame =
            item.width === null || item.height === null ? undefined : { width: item.width, height: item.height };
          const made = new Map<number, string>();
          const own: DocumentRows = await inTurns(
            takingApart(document, frame, (entry, position) => {
              const digest = digestOf(entry, frame);
              made.set(position, digest);
              return digests[position] === digest && left.delete(String(position));
            }),
            setImmediate,
          );
          for (const each of own.instances)
            rows.instance.push({ item_id: itemId, ...each, digest: made.get(each['position'] as number) });
          for (const each of own.comments) rows.comment.push({ item_id: itemId, ...each });
          for (const each of own.components) rows.component.push({ item_id: itemId, ...each });
          rows.fact.push({ item_id: itemId, revision: item.revision ?? 0, ...own.fact });
        }
        for (const position of left) gone.push({ item: itemId, position: Number(position) });
      }
      await this.#write(trx, team, projectId, gone, rows.instance, rows.fact);
      const bare = ids.filter(id => !rows.fact.some(row => row['item_id'] === id));
      if (bare.length > 0)
        await sql`delete from explore.fact where team_id = ${team} and item_id = any(${bare}::int[])`.execute(trx);
      const others = known.rows.some(row => row.others);
      for (const table of ['comment', 'component'] as const)
        await this.#replace(trx, team, projectId, table, ids, rows[table], others);
    });
  }

  /** Rows of instances and facts, mostly in one statement: somebody waits for the save that it belongs to. */
  async #write(
    trx: Trx,
    teamId: number,
    projectId: number,
    gone: readonly InstancePlace[],
    instances: readonly Row[],
    facts: readonly Row[],
  ): Promise<void> {
    await this.#writeOnce(trx, teamId, projectId, gone, instances.slice(0, ROWS_AT_ONCE), facts);
    for (let start = ROWS_AT_ONCE; start < instances.length; start += ROWS_AT_ONCE)
      await this.#writeOnce(trx, teamId, projectId, [], instances.slice(start, start + ROWS_AT_ONCE), []);
  }

  async #writeOnce(
    trx: Trx,
    teamId: number,
    projectId: number,
    gone: readonly InstancePlace[],
    instances: readonly Row[],
    facts: readonly Row[],
  ): Promise<void> {
    const removed = sql`delete from explore.instance as old using unnest(${gone.map(each => each.item)}::int[], ${gone.map(each => each.position)}::int[]) as given (item, position)
      where old.team_id = ${teamId}::int and old.item_id = given.item and old.position = given.position`;
    const added = insertion('instance', teamId, projectId, instances);
    const noted = sql`${insertion('fact', teamId, projectId, facts)} on conflict (team_id, item_id) do update set ${sql.join(FACT.map(each => sql`${sql.ref(each)} = ${sql.ref(`excluded.${each}`)}`))}`;
    const parts = [
      ...(gone.length === 0 ? [] : [removed]),
      ...(instances.length === 0 ? [] : [added]),
      ...(facts.length === 0 ? [] : [noted]),
    ];
    const last = parts.pop();
    if (last === undefined) return;
    await (
      parts.length === 0
        ? last
        : sql`with ${sql.join(parts.map((part, index) => sql`${sql.ref(`part${index}`)} as (${part})`))} ${last}`
    ).execute(trx);
  }

  async #replace(
    trx: Trx,
    teamId: number,
    projectId: number,
    table: TableName,
    ids: readonly number[],
    rows: readonly Row[],
    old: boolean,
  ): Promise<void> {
    if (old)
      await sql`delete from ${sql.table(`explore.${table}`)} where team_id = ${teamId} and item_id = any(${[...ids]}::int[])`.execute(
        trx,
      );
    if (rows.length > 0) await insertion(table, teamId, projectId, rows).execute(trx);
  }

  /** Rows of items that became like others of their project; documents that came from another one were stored as new ones. Inside the caller's transaction. */
  async copy(context: RequestContext, { projectId, sourceProjectId, pairs, carry }: ItemCopying): Promise<void> {
    if (projectId !== sourceProjectId) return;
    await context.transaction(async (trx: Trx) => {
      const team = context.team.id;
      const replaced = pairs.filter(each => each.replaced).map(each => each.target);
      for (const table of Object.keys(TABLES) as TableName[]) {
        const name = sql.table(`explore.${table}`);
        if (replaced.length > 0)
          await sql`delete from ${name} where team_id = ${team} and item_id = any(${replaced}::int[])`.execute(trx);
        await sql`insert into ${name} (team_id, project_id, item_id, ${sql.join(TABLES[table].map(each => sql.ref(each)))})
          select origin.team_id, ${projectId}::int, pair.target, ${sql.join(TABLES[table].map(each => (each === 'revision' ? copiedRevision : sql.ref(`origin.${each}`))))}
          from unnest(${pairs.map(each => each.source)}::int[], ${pairs.map(each => each.target)}::int[]) as pair (source, target)
          join ${name} as origin on origin.team_id = ${team}::int and origin.item_id = pair.source`.execute(trx);
      }
      if (carry !== 'everything') return;
      await sql`insert into explore.subset_item (team_id, project_id, subset_id, item_id)
        select kept.team_id, kept.project_id, kept.subset_id, pair.target from unnest(${pairs.map(each => each.source)}::int[], ${pairs.map(each => each.target)}::int[]) as pair (source, target)
        join explore.subset_item as kept on kept.team_id = ${team}::int and kept.item_id = pair.source where pair.target = any(${replaced}::int[]) on conflict do nothing`.execute(
        trx,
      );
    });
  }

  /** Notes changes of status of items of one project in the log. Inside the caller's transaction. */
  async note(context: RequestContext, changes: readonly StatusChange[]): Promise<void> {
    const [first] = changes;
    if (first === undefined) return;
    const { project_id: projectId } = first.item;
    await context.transaction((trx: Trx) =>
      sql`insert into explore.history (team_id, project_id, item_id, from_status, to_status, email, role, source)
      select ${context.team.id}::int, ${projectId}::int, given.item_id, given.source, given.target, ${context.user.email.toLowerCase()},
        (select role from projects.contributor where team_id = ${context.team.id} and project_id = ${projectId} and email = ${context.user.email}), ${context.credential}
      from unnest(${changes.map(each => each.item.id)}::int[], ${changes.map(each => each.from)}::int[], ${changes.map(each => each.to)}::int[]) as given (item_id, source, target)`.execute(
        trx,
      ),
    );
  }

  /** Notes that all items of some statuses go to others. Inside the caller's transaction, before they go. */
  async noteMany(context: RequestContext, projectId: number, moves: ReadonlyMap<number, number>): Promise<void> {
    await context.transaction((trx: Trx) =>
      sql`insert into explore.history (team_id, project_id, item_id, from_status, to_status, email, role, source)
      select item.team_id, item.project_id, item.id, move.source, move.target, ${context.user.email.toLowerCase()},
        (select role from projects.contributor where team_id = ${context.team.id} and project_id = ${projectId} and email = ${context.user.email}), ${context.credential}
      from items.item join unnest(${[...moves.keys()]}::int[], ${[...moves.values()]}::int[]) as move (source, target) on item.annotation_status = move.source
      where item.team_id = ${context.team.id} and item.project_id = ${projectId}`.execute(trx),
    );
  }

  /** How far the documents of a project are prepared that were stored before this plugin, or while it was switched off. */
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
        if (!finished) await this.#finished(trx, context, projectId);
        current.add(key);
        return { state: 'ready', done: total, total, jobId };
      }
      return { state: jobId === undefined || finished ? 'needed' : 'running', done: total - open, total, jobId };
    });
  }

  /** The projects known to be up to date as long as no plugin is switched; the gate makes another answer then, and every few seconds. */
  async #currentNow(context: RequestContext): Promise<Set<string>> {
    const switches = await this.gate.enablement(context.team.organizationId);
    const known = this.#current.get(switches) ?? new Set<string>();
    this.#current.set(switches, known);
    return known;
  }

  /** Prepares a project before it is asked. @throws Fault EXPLORE_SYNCING (409) while a job does it. */
  async demandReady(context: RequestContext, projectId: number): Promise<void> {
    const { state, done, total } = await this.state(context, projectId);
    if (state === 'ready') return;
    if (total - done <= INLINE) {
      while ((await this.step(context, projectId)) > 0);
      await this.state(context, projectId);
      return;
    }
    await this.sync(context, projectId);
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
        await this.store(context, projectId, [
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
      }>`select kept.item_id, kept.document from annotations.annotation as kept
        where kept.team_id = ${context.team.id} and kept.item_id = any(${[...ids]}::int[]) order by kept.item_id for update of kept`.execute(
        trx,
      );
      await this.store(
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

/** Names what the row of an entry is made of. */
function digestOf(entry: Row, frame: { readonly width: number; readonly height: number } | undefined): string {
  return createHash('md5')
    .update(JSON.stringify([entry, frame?.width, frame?.height]))
    .digest('base64');
}

function insertion(table: TableName, teamId: number, projectId: number, rows: readonly Row[]): RawBuilder<unknown> {
  const name = sql.table(`explore.${table}`);
  return sql`insert into ${name} (team_id, project_id, item_id, ${sql.join(TABLES[table].map(each => sql.ref(each)))})
    select ${teamId}::int, ${projectId}::int, given.item_id, ${sql.join(TABLES[table].map(each => sql.ref(`given.${each}`)))}
    from jsonb_populate_recordset(null::${name}, ${JSON.stringify(rows)}::jsonb) as given`;
}
