import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import { projectRoles } from '#core/permissions/common/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import { Items } from '#plugins/workspace/items/server/kit/index.ts';
import { contributorRows } from '#plugins/workspace/projects/server/kit/index.ts';
import { AgreementHooks } from './agreement-hooks.ts';
import type { AgreementTables } from './agreement-tables.ts';
import type { Refusal } from './work-places.ts';
import { WorkPlaces } from './work-places.ts';

/** Outcome of giving items to people. */
export interface Given {
  readonly given: number;
  readonly refused: Refusal[];
}

/** Gives items to people who are to annotate copies of their own. */
export class Giving {
  constructor(
    @inject(Items) private readonly items: Items,
    @inject(WorkPlaces) private readonly places: WorkPlaces,
    @inject(AgreementHooks) private readonly hooks: AgreementHooks,
  ) {}

  /**
   * Items that are not there for the caller are left out.
   * @throws Fault INVALID_FIELD where one person annotates each item
   */
  async give(
    context: RequestContext,
    projectId: number,
    itemIds: readonly number[],
    emails: readonly string[],
  ): Promise<Given> {
    const people = await context.transaction((trx: Kysely<unknown>) =>
      trx
        .selectFrom(contributorRows.as('contributor'))
        .select(['email', 'role', 'paused'])
        .where('team_id', '=', context.team.id)
        .where('project_id', '=', projectId)
        .where('email', 'in', [...emails])
        .execute(),
    );
    const able = new Map(
      people.map(each => [
        each.email,
        each.role === projectRoles.projectAdmin
          ? 'Project admins see the annotations of all.'
          : each.paused
            ? 'This person is paused in the project.'
            : undefined,
      ]),
    );
    const items = [...(await this.items.byIds(context, projectId, itemIds)).values()];
    const wanted = [...new Set(emails)];
    const notNow = wanted.flatMap(email => {
      const message = able.has(email) ? able.get(email) : 'This person is not in the project.';
      return message === undefined ? [] : items.map(({ id }): Refusal => ({ item_id: id, email, message }));
    });
    const left = wanted.filter(email => able.has(email) && able.get(email) === undefined);
    const refused = left.length === 0 ? [] : await this.#give(context, projectId, items, left);
    const order = new Map(items.map(({ id }, at) => [id, at]));
    const all = [...notNow, ...refused].toSorted(
      (one, other) =>
        order.get(one.item_id)! - order.get(other.item_id)! || wanted.indexOf(one.email) - wanted.indexOf(other.email),
    );
    return { given: items.length * wanted.length - all.length, refused: all };
  }

  async #give(
    context: RequestContext,
    projectId: number,
    items: readonly ItemRow[],
    emails: readonly string[],
  ): Promise<readonly Refusal[]> {
    return context.transaction(async (trx: Kysely<AgreementTables>) => {
      const had = await trx
        .selectFrom('agreement.work')
        .select(['item_id', 'email'])
        .where('team_id', '=', context.team.id)
        .where('email', 'in', [...emails])
        .where(sql<boolean>`item_id = any(${items.map(item => item.id)}::int[])`)
        .execute();
      const refused = await this.places.give(context, projectId, items, emails);
      const key = (itemId: number, email: string): string => `${itemId} ${email}`;
      const without = new Set([...had, ...refused].map(each => key(each.item_id, each.email)));
      for (const email of emails) {
        const itemIds = items.map(item => item.id).filter(id => !without.has(key(id, email)));
        if (itemIds.length > 0) await this.hooks.given.promise(context, { projectId, email, itemIds });
      }
      return refused;
    });
  }
}
