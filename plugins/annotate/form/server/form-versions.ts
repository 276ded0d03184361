import { injectable } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { isDeepStrictEqual } from 'node:util';
import { notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { takeSecureValues } from '../common/secure-values.ts';
import type { FormVersion } from '../common/builder-api.ts';
import type { FormTables, StoredForm } from './form-tables.ts';

type Trx = Kysely<FormTables>;

/** Published versions of forms of projects; they never change. */
@injectable()
export class FormVersions {
  /** Newest first. */
  async list(context: RequestContext, projectId: number): Promise<readonly FormVersion[]> {
    return context.transaction(async (trx: Trx) => {
      const rows = await trx
        .selectFrom('form.version')
        .select(['number', 'published_by', 'published_at'])
        .where('project_id', '=', projectId)
        .orderBy('number', 'desc')
        .execute();
      if (rows.length > 0)
        return rows.map(each => ({
          number: each.number,
          published_by: each.published_by,
          published_at: each.published_at.toISOString(),
        }));
      const only = await trx
        .selectFrom('form.form')
        .select(['updated_by', 'updated_at'])
        .where('project_id', '=', projectId)
        .executeTakeFirst();
      return only === undefined
        ? []
        : [{ number: 1, published_by: only.updated_by, published_at: only.updated_at.toISOString() }];
    });
  }

  /** The number of the newest version; 0 when nothing was published. */
  async newest(context: RequestContext, projectId: number): Promise<number> {
    return (await this.list(context, projectId))[0]?.number ?? 0;
  }

  /** The form as it was published then. Throws NOT_FOUND. */
  async get(context: RequestContext, projectId: number, number: number): Promise<StoredForm> {
    return context.transaction(async (trx: Trx) => {
      const row = await trx
        .selectFrom('form.version')
        .select('document')
        .where('project_id', '=', projectId)
        .where('number', '=', number)
        .executeTakeFirst();
      if (row !== undefined) return row.document;
      const only =
        number === 1 && (await this.newest(context, projectId)) === 1
          ? await trx.selectFrom('form.form').select('document').where('project_id', '=', projectId).executeTakeFirst()
          : undefined;
      if (only === undefined) throw notFound('The version of the form');
      return takeSecureValues(only.document).document;
    });
  }

  /**
   * Keeps a form as the next version, before it takes the place of the one there is. The same form again is no new
   * version. Forms of one project are published one after the other.
   */
  async record(context: RequestContext, projectId: number, document: string): Promise<number> {
    return context.transaction(async (trx: Trx) => {
      await sql`select pg_advisory_xact_lock(hashtext('form'), ${projectId}::int)`.execute(trx);
      const before = await trx
        .selectFrom('form.form')
        .select(['document', 'updated_by', 'updated_at'])
        .where('project_id', '=', projectId)
        .executeTakeFirst();
      const kept = await trx
        .selectFrom('form.version')
        .select('number')
        .where('project_id', '=', projectId)
        .orderBy('number', 'desc')
        .limit(1)
        .executeTakeFirst();
      const row = (number: number): { team_id: number; project_id: number; number: number } => ({
        team_id: context.team.id,
        project_id: projectId,
        number,
      });
      // A form that was stored before there were versions is the first one.
      if (before !== undefined && kept === undefined)
        await trx
          .insertInto('form.version')
          .values({
            ...row(1),
            document: JSON.stringify(takeSecureValues(before.document).document),
            published_by: before.updated_by,
            published_at: before.updated_at,
          })
          .execute();
      const last = kept?.number ?? (before === undefined ? 0 : 1);
      if (before !== undefined && isDeepStrictEqual(takeSecureValues(before.document).document, JSON.parse(document)))
        return last;
      await trx
        .insertInto('form.version')
        .values({ ...row(last + 1), document, published_by: context.user.email })
        .execute();
      return last + 1;
    });
  }
}
