import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { csvCell, invalidField, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { BlobDriver, BlobUrls, Database, JobRun, Jobs } from '#core/data/server/index.ts';
import { BlobsToken, BlobUrlsToken, DatabaseToken, JobsToken } from '#core/kernel/server/index.ts';
import { projectRoleName } from '#core/permissions/common/index.ts';
import { Members } from '#core/tenancy/server/index.ts';
import { transitionRows } from '#plugins/analyze/analytics/server/kit/index.ts';
import { beatRows } from '#plugins/manage/time-tracker/server/kit/index.ts';
import { itemStatusOf } from '#plugins/workspace/items/common/index.ts';
import { folderRows } from '#plugins/workspace/items/server/kit/index.ts';
import { Workflows } from '#plugins/organize/workflow/server/kit/index.ts';
import { projectRows } from '#plugins/workspace/projects/server/kit/index.ts';
import type { ReportRequest, TelemetryReport } from '../common/api.ts';
import { MOST_DAYS, reportRequest, reportTypeTitles } from '../common/api.ts';
import { headOf, readLines } from './report-lines.ts';

type Trx = Kysely<unknown>;

const LINK_MS = 3_600_000;
const DAY_MS = 86_400_000;

interface Row {
  readonly id: number;
  readonly name: string;
  /** As it was asked; an old one lacks what reports could not be narrowed to then. */
  readonly request: unknown;
  readonly job_id: string;
  readonly blob_hash: string | null;
  /** The database answers a bigint as text. */
  readonly size: string | null;
  readonly lines: number | null;
  readonly creator: string;
  readonly created_at: Date;
}

/** Reports of a team. Rights are asked before. */
export class TelemetryReports {
  constructor(
    @inject(JobsToken) private readonly jobs: Jobs,
    @inject(BlobsToken) private readonly blobs: BlobDriver,
    @inject(BlobUrlsToken) private readonly urls: BlobUrls,
    @inject(DatabaseToken) private readonly database: Database,
    @inject(Workflows) private readonly workflows: Workflows,
    @inject(Members) private readonly members: Members,
  ) {}

  /** All reports of the team, newest first. */
  async list(context: RequestContext): Promise<TelemetryReport[]> {
    const { rows } = await context.transaction((trx: Trx) =>
      sql<Row>`select * from telemetry.report where team_id = ${context.team.id}::int order by id desc`.execute(trx),
    );
    return Promise.all(rows.map(row => this.#view(context, row)));
  }

  /**
   * Begins a report. @throws Fault INVALID_FIELD for days the wrong way round, too many days or an unknown time zone
   */
  async create(context: RequestContext, request: ReportRequest): Promise<TelemetryReport> {
    const days = (Date.parse(request.to) - Date.parse(request.from)) / DAY_MS + 1;
    if (days < 1) throw invalidField('from', 'must not be later than to');
    if (days > MOST_DAYS) throw invalidField('to', `must be at most ${MOST_DAYS} days after from`);
    if (!isZone(request.time_zone)) throw invalidField('time_zone', 'must be a name such as Europe/Berlin');
    await this.#check(context, request);
    const name = `${reportTypeTitles[request.type]} ${request.from} to ${request.to}.csv`;
    const row = await context.transaction(async (trx: Trx) => {
      const {
        rows: [made],
      } = await sql<Row>`insert into telemetry.report (team_id, name, request, creator)
          values (${context.team.id}::int, ${name}, ${JSON.stringify(request)}::jsonb, ${context.user.email})
          returning *`.execute(trx);
      const job = await this.jobs.enqueue(trx, {
        teamId: context.team.id,
        plugin: 'telemetry',
        name: 'report',
        title: `Telemetry report – ${name}`,
        subject: { report_id: made!.id },
        creatorId: context.user.id,
      });
      return (
        await sql<Row>`update telemetry.report set job_id = ${job.id}::uuid where team_id = ${context.team.id}::int
          and id = ${made!.id}::int returning *`.execute(trx)
      ).rows[0]!;
    });
    return this.#view(context, row);
  }

  /** People who left the team can be reported on while something they did is in the log. */
  async #check(
    context: RequestContext,
    { project_ids: projects, folder_ids: folders, emails }: ReportRequest,
  ): Promise<void> {
    const members = new Set((await this.members.list(context)).map(each => each.email.toLowerCase()));
    await context.transaction(async (trx: Trx) => {
      const { rows } = await sql`select from ${projectRows}
        where team_id = ${context.team.id}::int and id = any(${[...projects]}::int[]) and deleted_at is null`.execute(
        trx,
      );
      if (rows.length < new Set(projects).size) throw notFound('The project');
      const { rows: known } = await sql<{ id: number }>`select id from ${folderRows}
        where team_id = ${context.team.id}::int and id = any(${[...folders]}::int[]) and deleted_at is null
          and (${projects.length === 0} or project_id = any(${[...projects]}::int[]))`.execute(trx);
      const missing = folders.find(each => !known.some(row => row.id === each));
      if (missing !== undefined)
        throw invalidField('folder_ids', `names the folder ${missing}, which is in none of the projects`);
      const strangers = emails.filter(each => !members.has(each));
      if (strangers.length === 0) return;
      const { rows: logged } = await sql<{ email: string }>`
        select given.email from unnest(${strangers}::text[]) as given (email)
        where exists (select from ${transitionRows} as moved
          where moved.team_id = ${context.team.id}::int and lower(moved.email) = given.email)
        or exists (select from ${beatRows} as beat
          where beat.team_id = ${context.team.id}::int and lower(beat.email) = given.email)`.execute(trx);
      const unknown = strangers.find(each => !logged.some(row => row.email === each));
      if (unknown !== undefined) throw invalidField('emails', `names ${unknown}, who is not in this team`);
    });
  }

  /** @throws Fault NOT_FOUND */
  async delete(context: RequestContext, id: number): Promise<void> {
    const {
      rows: [row],
    } = await context.transaction((trx: Trx) =>
      sql<Row>`delete from telemetry.report where team_id = ${context.team.id}::int and id = ${id}::int
        returning *`.execute(trx),
    );
    if (row === undefined) throw notFound('The report');
    await this.jobs.cancel(context.team.id, row.job_id).catch(() => undefined);
    if (row.blob_hash !== null) await this.#release(row.blob_hash);
  }

  /** The job: writes the file line by line into the blob store. */
  async run(run: JobRun, context: RequestContext): Promise<{ readonly lines: number }> {
    const { report_id: id } = run.subject as { readonly report_id: number };
    await context.demand('ViewTelemetryReports');
    const {
      rows: [row],
    } = await context.transaction((trx: Trx) =>
      sql<Row>`select * from telemetry.report where team_id = ${context.team.id}::int and id = ${id}::int`.execute(trx),
    );
    if (row === undefined) throw notFound('The report');
    let lines = 0;
    const { hash, size } = await this.blobs.put(
      this.#file(context, reportRequest.parse(row.request), count => {
        run.signal.throwIfAborted();
        lines += count;
        run.progress(lines, 0, `${lines.toLocaleString('en')} lines`);
      }),
      { signal: run.signal },
    );
    const { rows: kept } = await context.transaction((trx: Trx) =>
      sql`update telemetry.report set blob_hash = ${hash}, size = ${size}, lines = ${lines}::int
        where team_id = ${context.team.id}::int and id = ${id}::int returning id`.execute(trx),
    );
    if (kept.length === 0) await this.#release(hash);
    return { lines };
  }

  async *#file(
    context: RequestContext,
    request: ReportRequest,
    wrote: (lines: number) => void,
  ): AsyncGenerator<Uint8Array> {
    const head = headOf(request);
    const text = new TextEncoder();
    // Spreadsheets read the letters by the mark at the beginning.
    yield text.encode(`\uFEFF${head.join(',')}\r\n`);
    const names = new Map<number, ReadonlyMap<number, string>>();
    for await (const rows of readLines(context, request)) {
      for (const project of new Set(rows.map(row => Number(row['project_id'])))) {
        if (!names.has(project))
          names.set(
            project,
            new Map((await this.workflows.ofProject(context, project)).statuses.map(each => [each.value, each.name])),
          );
      }
      const cell = (row: (typeof rows)[number], column: string): string => {
        const value = row[column] ?? null;
        if (value === null) return '';
        if (column === 'from' || column === 'to')
          return names.get(Number(row['project_id']))?.get(Number(value)) ?? itemStatusOf(Number(value)).name;
        return column === 'role' ? (projectRoleName(Number(value)) ?? String(value)) : String(value);
      };
      yield text.encode(rows.map(row => `${head.map(column => csvCell(cell(row, column))).join(',')}\r\n`).join(''));
      wrote(rows.length);
    }
  }

  async #view(context: RequestContext, row: Row): Promise<TelemetryReport> {
    const job = row.blob_hash === null ? await this.jobs.get(context.team.id, row.job_id) : undefined;
    const failed = row.blob_hash === null && (job === undefined || job.state === 'FAILED');
    return {
      id: row.id,
      name: row.name,
      request: reportRequest.parse(row.request),
      state: row.blob_hash !== null ? 'ready' : failed ? 'failed' : 'running',
      job_id: row.job_id,
      lines: row.lines,
      size: row.size === null ? null : Number(row.size),
      error: failed ? (job?.error?.message ?? 'The report could not be prepared.') : null,
      creator: row.creator,
      createdAt: row.created_at.toISOString(),
      url:
        row.blob_hash === null
          ? null
          : this.urls.sign({ hash: row.blob_hash, type: 'text/csv', name: row.name }, LINK_MS),
    };
  }

  /** The same bytes are kept once for all teams: they go when no report names them any more. */
  async #release(hash: string): Promise<void> {
    const used = await this.database
      .system<Record<string, never>>('users of a file of a telemetry report')
      .transaction(
        async trx =>
          (await sql`select from telemetry.report where blob_hash = ${hash} limit 1`.execute(trx)).rows.length > 0,
      );
    if (!used) await this.blobs.delete(hash);
  }
}

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
