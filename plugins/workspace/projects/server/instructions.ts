import type { Readable } from 'node:stream';
import { inject } from 'inversify';
import type { ColumnType, GeneratedAlways, Kysely, Selectable } from 'kysely';
import { sql } from 'kysely';
import { Fault, invalidField, notFound } from '#core/base/common/index.ts';
import type { RequestContext, StreamReply } from '#core/api/server/index.ts';
import { streamReply } from '#core/api/server/index.ts';
import type { BlobDriver } from '#core/data/server/index.ts';
import { disposition } from '#core/data/server/index.ts';
import { BlobsToken } from '#core/kernel/server/index.ts';
import { projectsEvents } from '../common/events.ts';
import type { RichNode } from '../common/instructions.ts';
import type { InstructionFile, Instructions as InstructionsView } from '../common/instructions-api.ts';
import { INSTRUCTION_FILE_LIMIT } from '../common/instructions-api.ts';

type Stamp = ColumnType<Date, Date | undefined, Date>;
interface InstructionTables {
  'projects.instructions': {
    id: GeneratedAlways<number>;
    team_id: number;
    project_id: number;
    document: ColumnType<RichNode, string, string>;
    version: number;
    updated_by: string;
    updated_at: Stamp;
  };
  'projects.instruction_file': {
    id: GeneratedAlways<number>;
    team_id: number;
    project_id: number;
    name: string;
    version: number;
    blob_hash: string;
    size: ColumnType<number | string, number, number>;
    creator_email: string;
    created_at: Stamp;
  };
}
type Trx = Kysely<InstructionTables>;

/** Most versions of files of a project. */
const MOST_FILES = 500;

/** Instructions for people of a project: a text and files. Rights are asked before. */
export class Instructions {
  constructor(@inject(BlobsToken) private readonly blobs: BlobDriver) {}

  async get(context: RequestContext, projectId: number): Promise<InstructionsView> {
    return context.transaction(async (trx: Trx) => {
      const row = await trx
        .selectFrom('projects.instructions')
        .selectAll()
        .where('project_id', '=', projectId)
        .executeTakeFirst();
      const files = await trx
        .selectFrom('projects.instruction_file')
        .selectAll()
        .where('project_id', '=', projectId)
        .orderBy('name')
        .orderBy('version', 'desc')
        .execute();
      return {
        document: row === undefined ? null : { ...row.document },
        version: row?.version ?? 0,
        updatedAt: row?.updated_at.toISOString() ?? null,
        updated_by: row?.updated_by ?? null,
        files: files.map(view),
      };
    });
  }

  /**
   * Replaces the text. Throws CONFLICT (409) naming who changed it since `version`; the same text again is no change.
   */
  async put(
    context: RequestContext,
    projectId: number,
    document: RichNode,
    version: number,
  ): Promise<InstructionsView> {
    await context.transaction(async (trx: Trx) => {
      await sql`select id from projects.project where team_id = ${context.team.id} and id = ${projectId} for update`.execute(
        trx,
      );
      const before = await trx
        .selectFrom('projects.instructions')
        .selectAll()
        .where('project_id', '=', projectId)
        .executeTakeFirst();
      const text = JSON.stringify(document);
      const { same } = (
        await sql<{
          same: boolean;
        }>`select ${JSON.stringify(before?.document ?? null)}::jsonb = ${text}::jsonb as same`.execute(trx)
      ).rows[0]!;
      if (same) return;
      if ((before?.version ?? 0) !== version)
        throw new Fault(
          'CONFLICT',
          `${before?.updated_by ?? 'Somebody'} changed the instructions meanwhile. Load them, or save over them.`,
          { status: 409, details: { version: before?.version ?? 0 } },
        );
      const written = { document: text, version: version + 1, updated_by: context.user.email, updated_at: new Date() };
      await trx
        .insertInto('projects.instructions')
        .values({ team_id: context.team.id, project_id: projectId, ...written })
        .onConflict(taken => taken.columns(['team_id', 'project_id']).doUpdateSet(written))
        .execute();
      await context.publish(projectsEvents.changed, { project_id: projectId });
    });
    return this.get(context, projectId);
  }

  /**
   * Keeps a file as the next version of its name; the bytes of the newest version again are no new one. Throws
   * TOO_LARGE, INVALID_FIELD.
   */
  async addFile(context: RequestContext, projectId: number, name: string, source: Readable): Promise<InstructionFile> {
    if (/\p{Cc}/u.test(name) || !name.isWellFormed()) throw invalidField('name', 'must not hold control characters');
    const { hash, size } = await this.blobs.put(source, { maxBytes: INSTRUCTION_FILE_LIMIT, signal: context.signal });
    if (size === 0) throw invalidField('body', 'is empty');
    return context.transaction(async (trx: Trx) => {
      await sql`select id from projects.project where team_id = ${context.team.id} and id = ${projectId} for update`.execute(
        trx,
      );
      const rows = await trx
        .selectFrom('projects.instruction_file')
        .selectAll()
        .where('project_id', '=', projectId)
        .orderBy('version', 'desc')
        .execute();
      const newest = rows.find(row => row.name === name);
      if (newest?.blob_hash === hash) return view(newest);
      if (rows.length >= MOST_FILES)
        throw new Fault(
          'PROJECT_LIMIT',
          `A project keeps at most ${MOST_FILES} versions of files. Delete some first.`,
          { status: 422 },
        );
      const row = await trx
        .insertInto('projects.instruction_file')
        .values({
          team_id: context.team.id,
          project_id: projectId,
          name,
          version: (newest?.version ?? 0) + 1,
          blob_hash: hash,
          size,
          creator_email: context.user.email,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await context.publish(projectsEvents.changed, { project_id: projectId });
      return view(row);
    });
  }

  /** One version of a file, as bytes to keep: no browser shows it under our address. Throws NOT_FOUND. */
  async file(context: RequestContext, projectId: number, id: number): Promise<StreamReply> {
    const row = await context.transaction((trx: Trx) =>
      trx
        .selectFrom('projects.instruction_file')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .executeTakeFirst(),
    );
    const body = row === undefined ? undefined : await this.blobs.get(row.blob_hash);
    if (row === undefined || body === undefined) throw notFound('The file');
    return streamReply(body, {
      'content-type': 'application/octet-stream',
      'content-length': String(row.size),
      'content-disposition': disposition(row.name, 'application/octet-stream'),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
    });
  }

  /** Gives a project that has none the text of another one, and the newest version of each of its files. */
  async copy(context: RequestContext, from: number, to: number): Promise<void> {
    await context.transaction(async (trx: Trx) => {
      await sql`insert into projects.instructions (team_id, project_id, document, version, updated_by)
        select team_id, ${to}::int, document, 1, ${context.user.email}::text from projects.instructions where team_id = ${context.team.id} and project_id = ${from}::int`.execute(
        trx,
      );
      await sql`insert into projects.instruction_file (team_id, project_id, name, version, blob_hash, size, creator_email)
        select distinct on (name) team_id, ${to}::int, name, 1, blob_hash, size, ${context.user.email}::text from projects.instruction_file
        where team_id = ${context.team.id} and project_id = ${from}::int order by name, version desc`.execute(trx);
    });
  }

  /** Takes one version away; others of its name stay. Throws NOT_FOUND. */
  async removeFile(context: RequestContext, projectId: number, id: number): Promise<void> {
    await context.transaction(async (trx: Trx) => {
      const gone = await trx
        .deleteFrom('projects.instruction_file')
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst();
      if (gone === undefined) throw notFound('The file');
      await context.publish(projectsEvents.changed, { project_id: projectId });
    });
  }
}

const view = (row: Selectable<InstructionTables['projects.instruction_file']>): InstructionFile => ({
  id: row.id,
  name: row.name,
  version: row.version,
  size: Number(row.size),
  createdAt: row.created_at.toISOString(),
  creator_id: row.creator_email,
});
