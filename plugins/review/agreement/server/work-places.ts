import { inject } from 'inversify';
import type { Kysely, RawBuilder, SqlBool } from 'kysely';
import { sql } from 'kysely';
import { invalidField } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { ItemSharing } from '#plugins/review/task-requests/server/kit/index.ts';
import { itemRows, ItemsHooks } from '#plugins/workspace/items/server/kit/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import { AgreementRules } from './agreement-rules.ts';
import type { Tables } from './work-rows.ts';
import { WORKING_STATUSES, WorkRows } from './work-rows.ts';

/** Why an item was not given to a person. */
export interface Refusal {
  readonly item_id: number;
  readonly email: string;
  readonly message: string;
}

/** Says that an item has all its people. */
export const full = (people: number): string => `${people} people annotate this item already.`;

/** Gives people places at items, as long as there are places left. */
export class WorkPlaces {
  constructor(
    @inject(AgreementRules) private readonly rules: AgreementRules,
    @inject(WorkRows) private readonly rows: WorkRows,
    @inject(ItemsHooks) private readonly hooks: ItemsHooks,
  ) {}

  /** Gives items to the caller where people ask for their next ones; only to those who do not review. */
  async sharing(context: RequestContext, projectId: number): Promise<ItemSharing | undefined> {
    const people = await this.rules.people(context, projectId);
    if (people === undefined || (await context.can('ApplyItemAnnotationInstanceApprovalStatus', { projectId })))
      return undefined;
    const { email } = context.user;
    const beside = await this.hooks.besideData.promise(context, [], projectId);
    const free: RawBuilder<SqlBool> = sql<SqlBool>`item.annotation_status = any(${[...WORKING_STATUSES]}::int[])
      and (select count(*) from agreement.work as others where others.team_id = item.team_id and others.item_id = item.id) < ${people}::int
      and (select own.email from agreement.work as own where own.team_id = item.team_id and own.item_id = item.id and own.email = ${email}) is null
      and item.id <> all(${[...beside]}::int[])`;
    return {
      free,
      unfinished: async () => (await this.rows.openItems(context, projectId)).length,
      take: async ids => {
        const taken: number[] = [];
        await context.transaction(async (trx: Kysely<Tables>) => {
          for (const id of ids)
            if ((await this.seat(trx, context, projectId, id, email, people)) === undefined) taken.push(id);
        });
        return taken;
      },
    };
  }

  /**
   * Gives items to people: each gets a copy of each item. Those they have already count as given.
   * @returns one message for each item and person that could not be, in the order of the items
   * @throws Fault INVALID_FIELD where one person annotates each item
   */
  async give(
    context: RequestContext,
    projectId: number,
    items: readonly ItemRow[],
    emails: readonly string[],
  ): Promise<readonly Refusal[]> {
    const people = await this.rules.people(context, projectId);
    if (people === undefined)
      throw invalidField('item_ids', 'must be of a project in which several people annotate each item');
    return context.transaction(async (trx: Kysely<Tables>) => {
      const ids = items.map(item => item.id);
      const working = new Set(
        (await lockItems(trx, context, ids))
          .filter(each => WORKING_STATUSES.includes(each.annotation_status))
          .map(each => each.id),
      );
      const seated = new Map<number, Set<string>>(ids.map(id => [id, new Set()]));
      const rows = await trx
        .selectFrom('agreement.work')
        .select(['item_id', 'email'])
        .where('team_id', '=', context.team.id)
        .where(sql<SqlBool>`item_id = any(${ids}::int[])`)
        .execute();
      for (const { item_id: id, email } of rows) seated.get(id)?.add(email);
      const refused: Refusal[] = [];
      const made: { readonly item_id: number; readonly email: string }[] = [];
      for (const id of ids) {
        const here = seated.get(id)!;
        for (const email of emails) {
          if (!working.has(id)) refused.push({ item_id: id, email, message: 'It is past the work of annotators.' });
          else if (!here.has(email) && here.size >= people) refused.push({ item_id: id, email, message: full(people) });
          else if (!here.has(email)) {
            here.add(email);
            made.push({ item_id: id, email });
          }
        }
      }
      if (made.length > 0)
        await sql`insert into agreement.work (team_id, project_id, item_id, email) select ${context.team.id}, ${projectId}, given.item_id, given.email
        from unnest(${made.map(each => each.item_id)}::int[], ${made.map(each => each.email)}::text[]) as given (item_id, email)`.execute(
          trx,
        );
      return refused;
    });
  }

  /** Gives a person a place at an item, unless there is none left. Why not; undefined when they have one. */
  async seat(
    trx: Kysely<Tables>,
    context: RequestContext,
    projectId: number,
    itemId: number,
    email: string,
    people: number,
  ): Promise<string | undefined> {
    // Counted again once nobody else can give places away.
    await lockItem(trx, context, itemId);
    const works = await trx
      .selectFrom('agreement.work')
      .select('email')
      .where('team_id', '=', context.team.id)
      .where('item_id', '=', itemId)
      .execute();
    if (works.some(each => each.email === email)) return undefined;
    if (works.length >= people) return full(people);
    await trx
      .insertInto('agreement.work')
      .values({ team_id: context.team.id, project_id: projectId, item_id: itemId, email })
      .execute();
    return undefined;
  }
}

/** Locks one item, as `lockItems` does. */
export const lockItem = (trx: Kysely<Tables>, context: RequestContext, itemId: number): Promise<unknown> =>
  lockItems(trx, context, [itemId]);

/**
 * Locks items against others who change who works on them; in the order of ids, so that two never wait for each other.
 */
function lockItems(
  trx: Kysely<Tables>,
  context: RequestContext,
  ids: readonly number[],
): Promise<readonly Pick<ItemRow, 'id' | 'annotation_status'>[]> {
  return trx
    .selectFrom(itemRows.as('item'))
    .select(['id', 'annotation_status'])
    .where('team_id', '=', context.team.id)
    .where(sql<SqlBool>`id = any(${[...ids]}::int[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}
