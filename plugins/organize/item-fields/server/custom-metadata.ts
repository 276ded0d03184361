import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { Fault, invalidField } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { ItemCopying } from '#plugins/workspace/items/server/kit/index.ts';
import { Folders, ItemChanges, Items } from '#plugins/workspace/items/server/kit/index.ts';
import { projectRows } from '#plugins/workspace/projects/server/kit/index.ts';
import type { FieldSpec } from '../common/field-spec.ts';
import { schemaProblems, valuesFit } from '../common/field-spec.ts';
import type { CustomMetadataTables } from './custom-metadata-tables.ts';

type Trx = Kysely<CustomMetadataTables>;

/** Values of items in their fields. */
export type CustomValues = Readonly<Record<string, string | number>>;

/** Written items of a call, by name. */
export interface ValuesWritten {
  readonly succeeded: readonly string[];
  readonly failed: readonly string[];
}

/** Characters that PostgreSQL cannot keep in JSON: U+0000 and halves of a pair. */
const unstorable = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/i;

/** True when PostgreSQL can keep a value. */
export const isStorable = (value: unknown): boolean => !unstorable.test(JSON.stringify(value));

/** Fields of projects and their values. Rights are asked before. */
export class CustomMetadata {
  constructor(
    @inject(Items) private readonly items: Items,
    @inject(ItemChanges) private readonly changes: ItemChanges,
    @inject(Folders) private readonly folders: Folders,
  ) {}

  /** The fields of a project in the order they were made. */
  async schema(context: RequestContext, projectId: number): Promise<ReadonlyMap<string, FieldSpec>> {
    const rows = await context.transaction((trx: Trx) =>
      trx
        .selectFrom('item_fields.field')
        .select(['name', 'spec'])
        .where('team_id', '=', context.team.id)
        .where('project_id', '=', projectId)
        .orderBy('id')
        .execute(),
    );
    return new Map(rows.map(row => [row.name, row.spec]));
  }

  /** Adds fields: all, or none with all problems at once in the answer's `error`. */
  async create(
    context: RequestContext,
    projectId: number,
    fields: readonly (readonly [name: string, spec: unknown])[],
  ): Promise<void> {
    demandStorable('data', fields);
    await context.transaction(async (trx: Trx) => {
      await sql`select id from ${projectRows} where team_id = ${context.team.id} and id = ${projectId} for update`.execute(
        trx,
      );
      const problems = schemaProblems(fields, new Set((await this.schema(context, projectId)).keys()));
      if (problems.length > 0)
        throw new Fault('INVALID_FIELD', problems.join('\n'), { status: 400, shape: { error: problems } });
      if (fields.length > 0)
        await trx
          .insertInto('item_fields.field')
          .values(
            fields.map(([name, spec]) => ({
              team_id: context.team.id,
              project_id: projectId,
              name,
              spec: JSON.stringify(spec),
            })),
          )
          .execute();
    });
  }

  /** Removes fields and what items have in them; names of none are passed over. */
  async remove(context: RequestContext, projectId: number, names: readonly string[]): Promise<void> {
    demandStorable('custom_fields', names);
    await context.transaction(async (trx: Trx) => {
      await sql`delete from item_fields.field where team_id = ${context.team.id} and project_id = ${projectId} and name = any(${[...names]}::text[])`.execute(
        trx,
      );
      await sql`update item_fields.item_value set data = data - ${[...names]}::text[] where team_id = ${context.team.id} and project_id = ${projectId} and data ?| ${[...names]}::text[]`.execute(
        trx,
      );
    });
  }

  /** Returns the number of items with a value in each field; fields nobody filled are left out. */
  async counts(context: RequestContext, projectId: number): Promise<ReadonlyMap<string, number>> {
    const { rows } = await context.transaction((trx: Trx) =>
      sql<{ name: string; count: number }>`select field.name, count(*)::int as count
      from item_fields.item_value as kept cross join lateral jsonb_object_keys(kept.data) as field (name)
      where kept.team_id = ${context.team.id} and kept.project_id = ${projectId} group by field.name`.execute(trx),
    );
    return new Map(rows.map(row => [row.name, row.count]));
  }

  /**
   * Fills fields of items of a folder by name. An item whose values do not all fit stays as it is.
   * @throws Fault NOT_FOUND for the folder.
   */
  async fill(
    context: RequestContext,
    projectId: number,
    folderId: number | undefined,
    data: readonly (readonly [name: string, values: unknown])[],
  ): Promise<ValuesWritten> {
    const schema = await this.schema(context, projectId);
    const fitting = new Map(data.filter(([, values]) => valuesFit(values, schema) && isStorable(values)));
    return this.#write(
      context,
      projectId,
      folderId,
      data.map(([name]) => name),
      fitting,
      async (trx, ids, texts) => {
        await sql`insert into item_fields.item_value as kept (team_id, project_id, item_id, data)
        select ${context.team.id}::int, ${projectId}::int, given.id, given.data::jsonb from unnest(${ids}::int[], ${texts}::text[]) as given (id, data)
        on conflict (team_id, item_id) do update set data = kept.data || excluded.data`.execute(trx);
      },
    );
  }

  /** Empties fields of items of a folder by name. @throws Fault NOT_FOUND for the folder. */
  async empty(
    context: RequestContext,
    projectId: number,
    folderId: number | undefined,
    data: readonly (readonly [name: string, fields: readonly string[]])[],
  ): Promise<ValuesWritten> {
    demandStorable(
      'data',
      data.map(([, fields]) => fields),
    );
    return this.#write(
      context,
      projectId,
      folderId,
      data.map(([name]) => name),
      new Map(data),
      async (trx, ids, texts) => {
        await sql`update item_fields.item_value as kept set data = kept.data - array(select jsonb_array_elements_text(given.fields::jsonb))
        from unnest(${ids}::int[], ${texts}::text[]) as given (id, fields) where kept.team_id = ${context.team.id} and kept.item_id = given.id`.execute(
          trx,
        );
      },
    );
  }

  /** Returns the values of items, by item id. Whether the caller sees the items is asked before. */
  async of(context: RequestContext, itemIds: readonly number[]): Promise<ReadonlyMap<number, CustomValues>> {
    if (itemIds.length === 0) return new Map();
    const rows = await context.transaction((trx: Trx) =>
      trx
        .selectFrom('item_fields.item_value')
        .select(['item_id', 'data'])
        .where('team_id', '=', context.team.id)
        .where(sql<boolean>`item_id = any(${[...itemIds]}::int[])`)
        .execute(),
    );
    return new Map(rows.map(row => [row.item_id, row.data]));
  }

  /** Returns the values of the items that the caller sees. */
  async visible(
    context: RequestContext,
    projectId: number,
    itemIds: readonly number[],
  ): Promise<ReadonlyMap<number, CustomValues>> {
    return this.of(context, [...(await this.items.byIds(context, projectId, itemIds)).keys()]);
  }

  /** Carries values from items to others of their project. Inside the caller's transaction. */
  async copy(context: RequestContext, { pairs }: ItemCopying): Promise<void> {
    await context.transaction(async (trx: Trx) => {
      const replaced = pairs.filter(each => each.replaced).map(each => each.target);
      if (replaced.length > 0)
        await trx
          .deleteFrom('item_fields.item_value')
          .where('team_id', '=', context.team.id)
          .where(sql<boolean>`item_id = any(${replaced}::int[])`)
          .execute();
      await sql`insert into item_fields.item_value (team_id, project_id, item_id, data)
        select origin.team_id, origin.project_id, pair.target, origin.data
        from unnest(${pairs.map(each => each.source)}::int[], ${pairs.map(each => each.target)}::int[]) as pair (source, target)
        join item_fields.item_value as origin on origin.team_id = ${context.team.id}::int and origin.item_id = pair.source
        on conflict (team_id, item_id) do nothing`.execute(trx);
    });
  }

  /** Items have exactly these values from now on, and none where there are none. Inside the caller's transaction. */
  async replace(context: RequestContext, projectId: number, values: ReadonlyMap<number, CustomValues>): Promise<void> {
    const ids = [...values.keys()];
    const filled = ids.filter(id => Object.keys(values.get(id)!).length > 0);
    await context.transaction(async (trx: Trx) => {
      await trx
        .deleteFrom('item_fields.item_value')
        .where('team_id', '=', context.team.id)
        .where(sql<boolean>`item_id = any(${ids}::int[])`)
        .execute();
      await sql`insert into item_fields.item_value (team_id, project_id, item_id, data)
        select ${context.team.id}::int, ${projectId}::int, given.id, given.data::jsonb from unnest(${filled}::int[], ${filled.map(id => JSON.stringify(values.get(id)))}::text[]) as given (id, data)`.execute(
        trx,
      );
    });
  }

  async #write(
    context: RequestContext,
    projectId: number,
    folderId: number | undefined,
    names: readonly string[],
    fitting: ReadonlyMap<string, unknown>,
    write: (trx: Trx, ids: readonly number[], texts: readonly string[]) => Promise<void>,
  ): Promise<ValuesWritten> {
    const folder = await this.folders.get(context, projectId, folderId);
    return context.transaction(async (trx: Trx) => {
      const known = [...fitting.keys()].filter(name => !name.includes('\0') && name.isWellFormed());
      const ids = await this.changes.idsByName(context, projectId, folder.id, known);
      const rows = [...(await this.items.byIds(context, projectId, ids)).values()];
      if (rows.length > 0) {
        await write(
          trx,
          rows.map(row => row.id),
          rows.map(row => JSON.stringify(fitting.get(row.name))),
        );
        await this.items.touchMany(
          context,
          projectId,
          rows.map(row => row.id),
        );
      }
      const written = new Set(rows.map(row => row.name));
      return { succeeded: names.filter(name => written.has(name)), failed: names.filter(name => !written.has(name)) };
    });
  }
}

function demandStorable(field: string, value: unknown): void {
  if (!isStorable(value)) throw invalidField(field, 'must not hold U+0000 or half a character');
}
