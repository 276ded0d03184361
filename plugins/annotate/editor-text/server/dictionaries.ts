import { inject } from 'inversify';
import type { ColumnType, Kysely } from 'kysely';
import { sql } from 'kysely';
import { Fault, invalidFields } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { Classes } from '#plugins/workspace/classes/server/kit/index.ts';
import { projectRows } from '#plugins/workspace/projects/server/kit/index.ts';
import type { StoredDictionary } from '../common/api.ts';
import type { Dictionary } from '../common/dictionary/dictionary.ts';
import { emptyDictionary } from '../common/dictionary/dictionary.ts';
import { carriedOver, dictionaryIssues, withoutGone } from '../common/dictionary/dictionary-issues.ts';
import { textEvents } from '../common/events.ts';

interface DictionaryTables {
  'editor_text.dictionary': {
    team_id: number;
    project_id: number;
    version: number;
    document: ColumnType<Dictionary, string, string>;
    updated_by: string;
    updated_at: ColumnType<Date, Date | undefined, Date>;
  };
}
type Trx = Kysely<DictionaryTables>;

/** The terms of text projects. Rights are asked before. */
export class Dictionaries {
  constructor(@inject(Classes) private readonly classes: Classes) {}

  /** The terms of a project; those of deleted classes are left out, and are there again when a class is restored. */
  async get(context: RequestContext, projectId: number): Promise<StoredDictionary> {
    const row = await context.transaction((trx: Trx) =>
      trx.selectFrom('editor_text.dictionary').selectAll().where('project_id', '=', projectId).executeTakeFirst(),
    );
    if (row === undefined) return { ...emptyDictionary, entries: [], version: 0, updated_by: null, updated_at: null };
    const { options, entries } = withoutGone(row.document, await this.classes.ofProject(context, projectId));
    return {
      options,
      entries: [...entries],
      version: row.version,
      updated_by: row.updated_by,
      updated_at: row.updated_at.toISOString(),
    };
  }

  /**
   * Replaces the terms; the same ones again are no change.
   * @throws Fault INVALID with the entries that are wrong, CONFLICT (409) naming who changed them since `version`.
   */
  async put(context: RequestContext, projectId: number, given: Dictionary, version: number): Promise<StoredDictionary> {
    const issues = dictionaryIssues(given, await this.classes.ofProject(context, projectId));
    if (issues.length > 0) throw invalidFields(issues);
    const document = JSON.stringify({ options: given.options, entries: given.entries } satisfies Dictionary);
    await context.transaction(async (trx: Trx) => {
      await sql`select id from ${projectRows} where team_id = ${context.team.id} and id = ${projectId} for update`.execute(
        trx,
      );
      const before = await trx
        .selectFrom('editor_text.dictionary')
        .select(['version', 'updated_by', sql<boolean>`document = ${document}::jsonb`.as('same')])
        .where('project_id', '=', projectId)
        .executeTakeFirst();
      if (before?.same === true) return;
      if ((before?.version ?? 0) !== version)
        throw new Fault(
          'CONFLICT',
          `${before?.updated_by ?? 'Somebody'} changed the dictionary meanwhile. Load it again, then make your changes once more.`,
          { status: 409, details: { version: before?.version ?? 0 } },
        );
      await this.#write(trx, context, projectId, document, version + 1);
      await context.publish(textEvents.dictionaryChanged, { project_id: projectId, version: version + 1 });
    });
    return this.get(context, projectId);
  }

  /** Gives a new project the terms of another one, under its own classes of the same names. */
  async copy(context: RequestContext, from: number, to: number): Promise<void> {
    const stored = await this.get(context, from);
    if (stored.version === 0) return;
    const document = carriedOver(
      stored,
      await this.classes.ofProject(context, from),
      await this.classes.ofProject(context, to),
    );
    await context.transaction((trx: Trx) => this.#write(trx, context, to, JSON.stringify(document), 1));
  }

  async #write(trx: Trx, context: RequestContext, projectId: number, document: string, version: number): Promise<void> {
    const written = { document, version, updated_by: context.user.email, updated_at: new Date() };
    await trx
      .insertInto('editor_text.dictionary')
      .values({ team_id: context.team.id, project_id: projectId, ...written })
      .onConflict(taken => taken.columns(['team_id', 'project_id']).doUpdateSet(written))
      .execute();
  }
}
