import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { conflict, invalidField } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { ItemRow } from '#plugins/items/server/kit/index.ts';
import type { EditorTables } from './editor-tables.ts';

/** Versions kept of an item, and for how many days; the newest stays whatever its age. */
const VERSIONS = 20;
const VERSION_DAYS = 30;

/** One save as it is written. */
export interface AnnotationWrite {
  /** Names the save; the same one again does nothing. */
  readonly op?: string | undefined;
  /** The revision the document was made on; undefined writes over whatever is there. */
  readonly base?: number | undefined;
  /** Null deletes the annotations; earlier versions stay. */
  readonly json: string | null;
  readonly instanceCount: number;
}

/** Writes annotations: look the operation up, change on condition of the base, keep the version, keep the operation. */
export class AnnotationStore {
  /** The revision that an operation stored; undefined when it was not done. Throws INVALID_FIELD for one of another item. */
  async done(context: RequestContext, itemId: number, op: string): Promise<number | undefined> {
    const row = await context.transaction((trx: Kysely<EditorTables>) => trx.selectFrom('editor.annotation_operation').select(['item_id', 'revision']).where('op', '=', op).executeTakeFirst());
    if (row !== undefined && row.item_id !== itemId) throw invalidField('op', 'was used for another item');
    return row?.revision;
  }

  /** @throws Fault CONFLICT (409) with `{ revision, updatedBy, updatedAt }` when the base is not the newest. */
  async write(context: RequestContext, item: ItemRow, write: AnnotationWrite): Promise<{ readonly revision: number; readonly replayed: boolean }> {
    return context.transaction(async (trx: Kysely<EditorTables>) => {
      const revision = await this.#put(trx, context, item, write);
      if (revision === undefined) {
        // The same operation may have been under way in another request; its row lock has just been waited for.
        const replayed = write.op === undefined ? undefined : await this.done(context, item.id, write.op);
        if (replayed !== undefined) return { revision: replayed, replayed: true };
        const now = await trx.selectFrom('editor.annotation').select(['revision', 'updated_by', 'updated_at']).where('item_id', '=', item.id).executeTakeFirst();
        throw conflict({ revision: now?.revision ?? 0, updatedBy: now?.updated_by, updatedAt: now?.updated_at.toISOString() });
      }
      await this.#keepVersion(trx, item.id, revision);
      if (write.op !== undefined) await this.#keepOperation(trx, context, item.id, write.op, revision);
      return { revision, replayed: false };
    });
  }

  async #put(trx: Kysely<EditorTables>, context: RequestContext, item: ItemRow, { base, json, instanceCount }: AnnotationWrite): Promise<number | undefined> {
    const content = { document: json, instance_count: instanceCount, size: json?.length ?? 0, updated_by: context.user.email, updated_at: new Date() };
    if (base === undefined || base === 0) {
      const inserted = await trx.insertInto('editor.annotation')
        .values({ team_id: context.team.id, project_id: item.project_id, item_id: item.id, revision: 1, ...content })
        .onConflict(clash => clash.columns(['team_id', 'item_id']).doNothing()).returning('revision').executeTakeFirst();
      if (inserted !== undefined) return inserted.revision;
      if (base === 0) return undefined;
    }
    const updated = await trx.updateTable('editor.annotation').set({ ...content, revision: sql`revision + 1` })
      .where('item_id', '=', item.id).$if(base !== undefined, query => query.where('revision', '=', base!)).returning('revision').executeTakeFirst();
    return updated?.revision;
  }

  async #keepVersion(trx: Kysely<EditorTables>, itemId: number, revision: number): Promise<void> {
    await trx.insertInto('editor.annotation_version')
      .columns(['team_id', 'item_id', 'revision', 'document', 'instance_count', 'size', 'updated_by', 'updated_at'])
      .expression(trx.selectFrom('editor.annotation').select(['team_id', 'item_id', 'revision', 'document', 'instance_count', 'size', 'updated_by', 'updated_at']).where('item_id', '=', itemId))
      .execute();
    await trx.deleteFrom('editor.annotation_version').where('item_id', '=', itemId).where('revision', '<', revision)
      .where(old => old.or([old('revision', '<=', revision - VERSIONS), old('updated_at', '<', sql<Date>`now() - make_interval(days => ${VERSION_DAYS})`)])).execute();
  }

  async #keepOperation(trx: Kysely<EditorTables>, context: RequestContext, itemId: number, op: string, revision: number): Promise<void> {
    const kept = await trx.insertInto('editor.annotation_operation').values({ team_id: context.team.id, op, item_id: itemId, revision })
      .onConflict(clash => clash.columns(['team_id', 'op']).doNothing()).returning('revision').executeTakeFirst();
    if (kept === undefined) throw invalidField('op', 'was used for another item');
    await trx.deleteFrom('editor.annotation_operation').where('item_id', '=', itemId).where('created_at', '<', sql<Date>`now() - make_interval(days => ${VERSION_DAYS})`).execute();
  }
}
