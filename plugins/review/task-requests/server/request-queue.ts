import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { Fault, forbidden, invalidField } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { projectRoles } from '#core/permissions/common/index.ts';
import { Categories, ContributorCategories } from '#plugins/organize/categories/server/kit/index.ts';
import type { Item } from '#plugins/workspace/items/common/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import { Assignments, Items } from '#plugins/workspace/items/server/kit/index.ts';
import { ProjectSettings, Projects, contributorRows } from '#plugins/workspace/projects/server/kit/index.ts';
import { Workflows } from '#plugins/organize/workflow/server/kit/index.ts';
import type { RequestQueueState } from '../common/api.ts';
import {
  HANDS_OUT_NOTHING,
  NOTHING_LEFT,
  PROJECT_ON_HOLD,
  requestOrders,
  unfinishedMessage,
  workOf,
} from '../common/request-rules.ts';
import { RequestHooks } from './request-hooks.ts';
import type { Asker } from './waiting-items.ts';
import { WaitingItems } from './waiting-items.ts';

/** Settings of a project for requests. */
interface RequestSettings {
  readonly on: boolean;
  readonly byCategory: boolean;
  readonly count: number;
  readonly byPriority: boolean;
}

/** Somebody who may ask, with what a request depends on. */
interface Person extends Asker {
  readonly paused: boolean;
}

const paused = (): Fault =>
  new Fault('USER_PAUSED', "You are paused in this project and can't request new tasks.", { status: 403 });
const switchedOff = (): Fault =>
  new Fault(
    'FEATURE_DISABLED',
    'Requesting tasks is switched off in this project. A project admin can switch it on, or assign items to you.',
    { status: 403 },
  );
const notByCategory = (): Fault =>
  new Fault(
    'FEATURE_DISABLED',
    'Requesting tasks by category is switched off in this project. Request without a category.',
    { status: 403 },
  );

/** Gives people their next items. The right to request is asked before. */
export class RequestQueue {
  constructor(
    @inject(Projects) private readonly projects: Projects,
    @inject(ProjectSettings) private readonly settings: ProjectSettings,
    @inject(Workflows) private readonly workflows: Workflows,
    @inject(Categories) private readonly categories: Categories,
    @inject(ContributorCategories) private readonly ofPeople: ContributorCategories,
    @inject(Items) private readonly items: Items,
    @inject(Assignments) private readonly assignments: Assignments,
    @inject(WaitingItems) private readonly waiting: WaitingItems,
    @inject(RequestHooks) private readonly hooks: RequestHooks,
  ) {}

  /** Returns the items that the caller can request. */
  async state(context: RequestContext, projectId: number): Promise<RequestQueueState> {
    const { on: allowed, byCategory, count } = await this.#settings(context, projectId);
    return context.transaction(async () => {
      const on = allowed && !(await this.#onHold(context, projectId));
      const person = await this.#person(context, projectId, false);
      const choosing = on && byCategory && (await context.can('RequestItemByCategory', { projectId }));
      return {
        on,
        paused: person.paused,
        count,
        unfinished: await this.waiting.unfinished(context, person),
        by_category: choosing,
        categories: choosing ? await this.waiting.byCategory(context, person) : [],
      };
    });
  }

  /**
   * Assigns the next items of the queue to the caller, in one transaction. With a category only items of it.
   * @throws Fault FEATURE_DISABLED, USER_PAUSED (403), HAS_UNFINISHED_ITEMS (409) with their number, INVALID_FIELD for
   * a category that is none of the project or of the caller.
   */
  async request(context: RequestContext, projectId: number, categoryId: number | undefined): Promise<readonly Item[]> {
    const { on, byCategory, count, byPriority } = await this.#settings(context, projectId);
    if (!on) throw switchedOff();
    if (categoryId !== undefined) {
      await context.demand('RequestItemByCategory', { projectId });
      if (!byCategory) throw notByCategory();
      await this.categories.demandKnown(context, projectId, [categoryId], 'category_id');
    }
    return context.transaction(async () => {
      const person = await this.#person(context, projectId, true);
      if (person.paused) throw paused();
      const unfinished = await this.waiting.unfinished(context, person);
      if (unfinished > 0)
        throw new Fault('HAS_UNFINISHED_ITEMS', unfinishedMessage(unfinished), {
          status: 409,
          details: { unfinished },
        });
      if (await this.#onHold(context, projectId)) return [];
      const asker = categoryId === undefined ? person : { ...person, categories: [ownCategory(person, categoryId)] };
      const taken: number[] = [];
      const mixed = await this.hooks.mixing.promise(context, { ...asker, count });
      const wanted = count - (mixed?.count ?? 0);
      for (const next of await this.waiting.inOrder(context, asker, byPriority)) {
        while (taken.length < wanted) {
          const ids = await next(wanted - taken.length);
          if (ids.length === 0) break;
          taken.push(
            ...(await (person.sharing === undefined
              ? this.assignments.assignFree(context, projectId, ids, person)
              : person.sharing.take(ids))),
          );
        }
      }
      // Nothing is mixed into the last of a queue.
      const others = mixed !== undefined && taken.length === wanted ? await mixed.assign(taken) : [];
      const rows = await this.items.byIds(context, projectId, [...taken, ...others]);
      return this.items.views(
        context,
        merged(
          taken.flatMap(id => rows.get(id) ?? []),
          others.flatMap(id => rows.get(id) ?? []),
        ),
      );
    });
  }

  /** Returns the text for somebody whom a request gave nothing. */
  async reasonForNothing(context: RequestContext, projectId: number): Promise<string> {
    return (await this.#onHold(context, projectId)) ? HANDS_OUT_NOTHING : NOTHING_LEFT;
  }

  /** The caller among the people of the project. `lock` lets a second request of the same person wait for this one. */
  async #person(context: RequestContext, projectId: number, lock: boolean): Promise<Person> {
    const { email } = context.user;
    const row = await context.transaction((trx: Kysely<unknown>) =>
      trx
        .selectFrom(contributorRows.as('contributor'))
        .select(['id', 'role', 'paused'])
        .where('team_id', '=', context.team.id)
        .where('project_id', '=', projectId)
        .where('email', '=', email)
        .$if(lock, query => query.forNoKeyUpdate())
        .executeTakeFirst(),
    );
    if (row === undefined || row.role === projectRoles.projectAdmin) throw forbidden('RequestItem');
    const sorted = (await this.categories.most(context, projectId)) > 0;
    const own = sorted ? ((await this.ofPeople.of(context, projectId, [row.id])).get(row.id) ?? []) : [];
    return {
      projectId,
      email,
      role: row.role,
      work: workOf(await this.workflows.ofProject(context, projectId), row.role),
      categories: own.length === 0 ? undefined : own.map(each => each.id),
      sharing: await this.hooks.sharing.promise(context, projectId, row.role),
      paused: row.paused,
    };
  }

  async #onHold(context: RequestContext, projectId: number): Promise<boolean> {
    return (await this.projects.facts(context, projectId))?.status === PROJECT_ON_HOLD;
  }

  async #settings(context: RequestContext, projectId: number): Promise<RequestSettings> {
    const values = new Map(
      (await this.settings.list(context, projectId)).map(each => [each.attribute, Number(each.value)]),
    );
    return {
      on: values.get('ImageAutoAssignEnable') === 1,
      byCategory: values.get('ImageAutoAssignByCategory') === 1,
      count: Math.max(1, Math.trunc(values.get('ImageAutoAssignCount') ?? 1)),
      byPriority: values.get('ItemAutoAssignOrder') === requestOrders.priority,
    };
  }
}

/** Puts each of the others before the first item of its folder whose name is greater, else at the end. */
function merged(taken: readonly ItemRow[], others: readonly ItemRow[]): readonly ItemRow[] {
  const all = [...taken];
  for (const other of others) {
    const at = all.findIndex(each => each.folder_id === other.folder_id && each.sort_key > other.sort_key);
    all.splice(at === -1 ? all.length : at, 0, other);
  }
  return all;
}

function ownCategory({ categories }: Asker, id: number): number {
  if (categories !== undefined && !categories.includes(id))
    throw invalidField(
      'category_id',
      'is not one of your categories: choose one of those, or request without a category',
    );
  return id;
}
