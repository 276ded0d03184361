import type { Kysely, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { Fault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import { settingRows } from '#plugins/workspace/projects/server/kit/index.ts';
import type { AnnotationDocument } from '../common/document.ts';
import { isRecord, recordsOf } from '../common/json-value.ts';
import type { AnnotationTables } from './annotation-tables.ts';
import { wholeDocument } from './large/whole-document.ts';
import { listedIn } from './listed-in.ts';

/** Permissions of contributors by the settings of a project. */
export interface Limits {
  /** May give an object that has a class another one (setting `ClassChange`). */
  readonly changesClass: boolean;
  /** Sees comments and may write them (setting `ShowComments`). */
  readonly seesComments: boolean;
}

/** Values of settings by name. */
type LimitSettings = Readonly<Record<string, unknown>>;

/** The settings of the project of a row `item`, which has `team_id` and `project_id`. */
const settingsBesideItem = sql<LimitSettings | null>`(select json_object_agg(setting.attribute, setting.value) from ${settingRows} as setting
  where setting.team_id = item.team_id and setting.project_id = item.project_id and setting.attribute in ('ClassChange', 'ShowComments'))`;

/** Keeps contributors within the settings of their project. Who manages the project is not limited. */
export class ContributorLimits {
  readonly #known = new WeakMap<RequestContext, Map<number, Promise<Limits>>>();

  /** Returns the caller's limits in a project; read once per request. */
  of(context: RequestContext, projectId: number): Promise<Limits> {
    const known = this.#ofRequest(context);
    let limits = known.get(projectId);
    if (limits === undefined) known.set(projectId, (limits = this.#read(context, projectId)));
    return limits;
  }

  /** The settings behind the limits, for a statement in which `item` is the row of an item of the project. */
  async settingsOf(context: RequestContext, projectId: number): Promise<RawBuilder<LimitSettings | null>> {
    return (await context.can('ListFolders', { projectId })) ? sql`null` : settingsBesideItem;
  }

  /** Keeps for the request what {@link settingsOf} read. */
  know(context: RequestContext, projectId: number, settings: LimitSettings | null): void {
    this.#ofRequest(context).set(projectId, Promise.resolve(limitsBy(settings)));
  }

  /** Returns a document as the caller may see it. */
  async shown<T extends { readonly comments?: unknown }>(
    context: RequestContext,
    projectId: number,
    document: T,
  ): Promise<T> {
    if (document.comments === undefined || (await this.of(context, projectId)).seesComments) return document;
    return { ...document, comments: [] };
  }

  /** Returns a document that is to be stored, with the stored comments for who does not see them. */
  async withHiddenComments(context: RequestContext, item: ItemRow, data: unknown): Promise<unknown> {
    if (!isRecord(data) || (await this.of(context, item.project_id)).seesComments) return data;
    const {
      rows: [row],
    } = await context.transaction((trx: Kysely<AnnotationTables>) =>
      sql<{
        comments: unknown;
      }>`select document->'comments' as comments from annotations.annotation where item_id = ${item.id}`.execute(trx),
    );
    const comments = recordsOf(row?.comments);
    return comments.length === 0 && data['comments'] === undefined ? data : { ...data, comments };
  }

  /**
   * Throws FORBIDDEN (403) naming the objects whose class the caller may not change. `stored` are the classes by object
   * id, where the caller has read them.
   */
  async demandClasses(
    context: RequestContext,
    item: ItemRow,
    document: Pick<AnnotationDocument, 'instances'>,
    stored?: ReadonlyMap<string, number>,
  ): Promise<void> {
    if ((await this.of(context, item.project_id)).changesClass) return;
    const before = stored ?? (await this.#storedClasses(context, item));
    const issues = document.instances.flatMap(({ id, classId }, at) => {
      const old = before.get(id);
      return old === undefined || old <= 0 || old === classId
        ? []
        : [{ path: `instances[${at}].classId`, message: 'the class of an object cannot be changed in this project' }];
    });
    const [first] = issues;
    if (first !== undefined)
      throw new Fault('FORBIDDEN', `The annotations could not be stored. ${first.path}: ${first.message}`, {
        status: 403,
        details: { issues },
      });
  }

  #ofRequest(context: RequestContext): Map<number, Promise<Limits>> {
    let known = this.#known.get(context);
    if (known === undefined) this.#known.set(context, (known = new Map()));
    return known;
  }

  async #storedClasses(context: RequestContext, item: ItemRow): Promise<ReadonlyMap<string, number>> {
    const {
      rows: [row],
    } = await context.transaction((trx: Kysely<AnnotationTables>) =>
      sql<{ classes: Readonly<Record<string, number>> | null }>`
      select (select jsonb_object_agg(each->>'id', each->'classId') from jsonb_array_elements(${listedIn(sql`(${wholeDocument('annotation')})->'instances'`)}) as each
        where each->>'id' is not null and jsonb_typeof(each->'classId') = 'number') as classes from annotations.annotation where item_id = ${item.id}`.execute(
        trx,
      ),
    );
    return new Map(Object.entries(row?.classes ?? {}));
  }

  async #read(context: RequestContext, projectId: number): Promise<Limits> {
    if (await context.can('ListFolders', { projectId })) return limitsBy(null);
    const {
      rows: [row],
    } = await context.transaction((trx: Kysely<AnnotationTables>) =>
      sql<{ settings: LimitSettings | null }>`select ${settingsBesideItem} as settings
        from (select ${context.team.id}::int as team_id, ${projectId}::int as project_id) as item`.execute(trx),
    );
    return limitsBy(row!.settings);
  }
}

/** Returns the limits by the settings; null where the caller manages the project. */
const limitsBy = (settings: LimitSettings | null): Limits => ({
  changesClass: Number(settings?.['ClassChange'] ?? 1) !== 0,
  seesComments: Number(settings?.['ShowComments'] ?? 1) !== 0,
});
