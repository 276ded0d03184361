import { inject } from 'inversify';
import type { Kysely, RawBuilder, Selectable, SqlBool } from 'kysely';
import { sql } from 'kysely';
import { conflict, Fault, invalidField, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { AnnotationWrite, AnnotationTables, OwnWork } from '#plugins/annotate/annotations/server/kit/index.ts';
import type { ItemSharing } from '#plugins/review/task-requests/server/kit/index.ts';
import type { ItemRow, ItemTables, StatusChange } from '#plugins/workspace/items/server/kit/index.ts';
import { Items, ItemsHooks } from '#plugins/workspace/items/server/kit/index.ts';
import type { OwnWorkState } from '../common/api.ts';
import { AgreementRules } from './agreement-rules.ts';
import type { AgreementTables } from './agreement-tables.ts';

export type WorkRow = Selectable<AgreementTables['agreement.work']>;
type Tables = AgreementTables & AnnotationTables & ItemTables;

/** Statuses in which people work on copies: not started and in progress. After that the item itself is reviewed. */
export const WORKING_STATUSES: readonly number[] = [1, 2];
const QUALITY_CHECK = 3;
const IN_PROGRESS = 2;

/** Why an item was not given to a person. */
export interface Refusal {
  readonly item_id: number;
  readonly email: string;
  readonly message: string;
}

const full = (people: number): string => `${people} people annotate this item already.`;

/** The copies of items that people work on by themselves. Items are rows that `Items` gave, so the caller sees them. */
export class Works {
  readonly #submitting = new WeakSet<StatusChange>();

  constructor(
    @inject(AgreementRules) private readonly rules: AgreementRules,
    @inject(Items) private readonly items: Items,
    @inject(ItemsHooks) private readonly hooks: ItemsHooks,
  ) {}

  /**
   * The caller's own copy of an item: theirs, or one they can begin, as people do who do not review. Undefined where they work on
   * the item itself.
   */
  async own(context: RequestContext, item: ItemRow): Promise<OwnWork | undefined> {
    if (!WORKING_STATUSES.includes(item.annotation_status)) return undefined;
    const people = await this.rules.people(context, item.project_id);
    if (people === undefined) return undefined;
    const works = await this.#standing(context, item.id);
    const mine = works.find(each => each.email === context.user.email);
    if (
      mine === undefined &&
      (await context.can('ApplyItemAnnotationInstanceApprovalStatus', { projectId: item.project_id }))
    )
      return undefined;
    const submitted = works.filter(each => each.state === 'submitted').length;
    return {
      document: mine === undefined ? undefined : await this.#ownDocument(context, item.id),
      revision: mine?.revision ?? 0,
      updatedAt: mine?.updated_at,
      readOnly:
        mine?.state === 'submitted'
          ? `You have submitted this item. ${submitted} of ${people} people have.`
          : mine === undefined && works.length >= people
            ? full(people)
            : undefined,
      write: write => this.#write(context, item, people, write),
    };
  }

  /** True where the caller works on a copy of the item, or would when they began. */
  async usesCopy(context: RequestContext, item: ItemRow): Promise<boolean> {
    if (
      !WORKING_STATUSES.includes(item.annotation_status) ||
      (await this.rules.people(context, item.project_id)) === undefined
    )
      return false;
    if (!(await context.can('ApplyItemAnnotationInstanceApprovalStatus', { projectId: item.project_id }))) return true;
    return (await this.#standing(context, item.id)).some(each => each.email === context.user.email);
  }

  /** All copies of an item, by e-mail. */
  of(context: RequestContext, itemId: number): Promise<readonly WorkRow[]> {
    return context.transaction((trx: Kysely<Tables>) =>
      trx
        .selectFrom('agreement.work')
        .selectAll()
        .where('team_id', '=', context.team.id)
        .where('item_id', '=', itemId)
        .orderBy('email')
        .execute(),
    );
  }

  /** Items of which the caller has a copy. */
  async ownItems(context: RequestContext, projectId: number): Promise<readonly number[]> {
    if ((await this.rules.people(context, projectId)) === undefined) return [];
    const rows = await context.transaction((trx: Kysely<Tables>) =>
      trx
        .selectFrom('agreement.work')
        .select('item_id')
        .where('team_id', '=', context.team.id)
        .where('project_id', '=', projectId)
        .where('email', '=', context.user.email)
        .execute(),
    );
    return rows.map(row => row.item_id);
  }

  /** Those of them that are there and not submitted yet, the oldest first. */
  async openItems(context: RequestContext, projectId: number): Promise<readonly number[]> {
    if ((await this.rules.people(context, projectId)) === undefined) return [];
    const rows = await context.transaction((trx: Kysely<Tables>) =>
      trx
        .selectFrom('agreement.work as work')
        .innerJoin('items.item as item', join =>
          join.onRef('item.team_id', '=', 'work.team_id').onRef('item.id', '=', 'work.item_id'),
        )
        .select('work.item_id')
        .where('work.team_id', '=', context.team.id)
        .where('work.project_id', '=', projectId)
        .where('work.email', '=', context.user.email)
        .where('work.state', '=', 'open')
        .where('item.deleted_at', 'is', null)
        .where('item.annotation_status', 'in', [...WORKING_STATUSES])
        .orderBy('work.item_id')
        .execute(),
    );
    return rows.map(row => row.item_id);
  }

  /** How the caller's copy stands; undefined when they have none. */
  async state(context: RequestContext, item: ItemRow): Promise<OwnWorkState | undefined> {
    const people = await this.rules.people(context, item.project_id);
    if (people === undefined) return undefined;
    const works = await this.#standing(context, item.id);
    const mine = works.find(each => each.email === context.user.email);
    return mine === undefined
      ? undefined
      : { state: mine.state, people, submitted: works.filter(each => each.state === 'submitted').length };
  }

  /** Gives items to the caller where people ask for their next ones; only to those who do not review. */
  async sharing(context: RequestContext, projectId: number): Promise<ItemSharing | undefined> {
    const people = await this.rules.people(context, projectId);
    if (people === undefined || (await context.can('ApplyItemAnnotationInstanceApprovalStatus', { projectId })))
      return undefined;
    const { email } = context.user;
    const free: RawBuilder<SqlBool> = sql<SqlBool>`item.annotation_status = any(${[...WORKING_STATUSES]}::int[])
      and (select count(*) from agreement.work as others where others.team_id = item.team_id and others.item_id = item.id) < ${people}::int
      and (select own.email from agreement.work as own where own.team_id = item.team_id and own.item_id = item.id and own.email = ${email}) is null`;
    return {
      free,
      unfinished: async () => (await this.openItems(context, projectId)).length,
      take: async ids => {
        const taken: number[] = [];
        await context.transaction(async (trx: Kysely<Tables>) => {
          for (const id of ids)
            if ((await this.#seat(trx, context, projectId, id, email, people)) === undefined) taken.push(id);
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

  /** True for a change that is asked about for a copy: it is the copy's content that must be finished, and the item itself stays. */
  isOfCopy(change: StatusChange): boolean {
    return this.#submitting.has(change);
  }

  /**
   * Gives the caller's copy in. After the last one the item goes on to review. Empty work is work too. A copy that was
   * never saved is what the item held.
   *
   * @throws Fault NOT_FOUND without a copy, CONSTRAINT_FAILED when the copy lacks what an item needs to go to review
   */
  async submit(context: RequestContext, item: ItemRow): Promise<OwnWorkState> {
    const people = await this.#demandPeople(context, item);
    return context.transaction(async (trx: Kysely<Tables>) => {
      await lockItem(trx, context, item.id);
      await this.#demandFinished(context, item);
      await trx
        .updateTable('agreement.work as work')
        .from('annotations.annotation as annotation')
        .set({ document: sql`annotation.document`, instance_count: sql`annotation.instance_count` })
        .whereRef('annotation.team_id', '=', 'work.team_id')
        .whereRef('annotation.item_id', '=', 'work.item_id')
        .where('work.team_id', '=', context.team.id)
        .where('work.item_id', '=', item.id)
        .where('work.email', '=', context.user.email)
        .where('work.revision', '=', 0)
        .where('work.document', 'is', null)
        .execute();
      const changed = await trx
        .updateTable('agreement.work')
        .set({ state: 'submitted', updated_at: new Date() })
        .where('team_id', '=', context.team.id)
        .where('item_id', '=', item.id)
        .where('email', '=', context.user.email)
        .returning('email')
        .execute();
      if (changed.length === 0) throw notFound('Your copy');
      const works = await this.#standing(context, item.id);
      const submitted = works.filter(each => each.state === 'submitted').length;
      if (submitted >= people && submitted === works.length) await this.items.advance(context, item, QUALITY_CHECK);
      else await this.items.touch(context, item);
      return { state: 'submitted', people, submitted };
    });
  }

  /** Takes the caller's copy back. @throws Fault TRANSITION_NOT_ALLOWED (409) when the item went on meanwhile */
  async recall(context: RequestContext, item: ItemRow): Promise<OwnWorkState> {
    const people = await this.#demandPeople(context, item);
    if (!WORKING_STATUSES.includes(item.annotation_status))
      throw new Fault('TRANSITION_NOT_ALLOWED', 'All have submitted, and the item is being reviewed.', { status: 409 });
    return context.transaction(async (trx: Kysely<Tables>) => {
      await lockItem(trx, context, item.id);
      await this.#reopen(trx, context, item, context.user.email);
      return {
        state: 'open',
        people,
        submitted: (await this.#standing(context, item.id)).filter(each => each.state === 'submitted').length,
      };
    });
  }

  /** Sends a person's copy back to them; an item that is in review goes back into work. @throws Fault NOT_FOUND */
  async sendBack(context: RequestContext, item: ItemRow, email: string): Promise<void> {
    await context.transaction(async (trx: Kysely<Tables>) => {
      await lockItem(trx, context, item.id);
      await this.#reopen(trx, context, item, email);
      await this.items.advance(context, item, IN_PROGRESS);
    });
  }

  /** @throws Fault CONSTRAINT_FAILED (409) with what the copy lacks */
  async #demandFinished(context: RequestContext, item: ItemRow): Promise<void> {
    const works = await this.#standing(context, item.id);
    if (
      !WORKING_STATUSES.includes(item.annotation_status) ||
      !works.some(each => each.email === context.user.email && each.state === 'open')
    )
      return;
    // A copy that is submitted was worked on, whatever the item says.
    const change: StatusChange = { item, from: IN_PROGRESS, to: QUALITY_CHECK };
    this.#submitting.add(change);
    const fault = await this.hooks.statusChanging.promise(context, change);
    if (fault !== undefined) throw fault;
  }

  /** All copies of an item without what is in them. */
  #standing(
    context: RequestContext,
    itemId: number,
  ): Promise<readonly Pick<WorkRow, 'email' | 'state' | 'revision' | 'updated_at'>[]> {
    return context.transaction((trx: Kysely<Tables>) =>
      trx
        .selectFrom('agreement.work')
        .select(['email', 'state', 'revision', 'updated_at'])
        .where('team_id', '=', context.team.id)
        .where('item_id', '=', itemId)
        .orderBy('email')
        .execute(),
    );
  }

  async #ownDocument(context: RequestContext, itemId: number): Promise<WorkRow['document'] | undefined> {
    return (
      (
        await context.transaction((trx: Kysely<Tables>) =>
          trx
            .selectFrom('agreement.work')
            .select('document')
            .where('team_id', '=', context.team.id)
            .where('item_id', '=', itemId)
            .where('email', '=', context.user.email)
            .executeTakeFirst(),
        )
      )?.document ?? undefined
    );
  }

  async #demandPeople(context: RequestContext, item: ItemRow): Promise<number> {
    const people = await this.rules.people(context, item.project_id);
    if (people === undefined) throw notFound('Your copy');
    return people;
  }

  async #reopen(trx: Kysely<Tables>, context: RequestContext, item: ItemRow, email: string): Promise<void> {
    const changed = await trx
      .updateTable('agreement.work')
      .set({ state: 'open', updated_at: new Date() })
      .where('team_id', '=', context.team.id)
      .where('item_id', '=', item.id)
      .where('email', '=', email)
      .returning('email')
      .execute();
    if (changed.length === 0) throw notFound('The copy');
    await trx
      .deleteFrom('agreement.item')
      .where('team_id', '=', context.team.id)
      .where('item_id', '=', item.id)
      .execute();
    await this.items.touch(context, item);
  }

  /** Gives a person a place at an item, unless there is none left. Why not; undefined when they have one. */
  async #seat(
    trx: Kysely<Tables>,
    context: RequestContext,
    projectId: number,
    itemId: number,
    email: string,
    people: number,
  ): Promise<string | undefined> {
    // Counted anew once nobody else can give places away.
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

  async #write(
    context: RequestContext,
    item: ItemRow,
    people: number,
    { op, base, json, instanceCount }: AnnotationWrite,
  ): Promise<{ readonly revision: number; readonly replayed: boolean }> {
    const { email } = context.user;
    return context.transaction(async (trx: Kysely<Tables>) => {
      const refused = await this.#seat(trx, context, item.project_id, item.id, email, people);
      if (refused !== undefined)
        throw new Fault('FORBIDDEN', refused, { status: 403, details: { action: 'AnnotateItem' } });
      const now = await trx
        .selectFrom('agreement.work')
        .select(['revision', 'state', 'updated_at'])
        .where('team_id', '=', context.team.id)
        .where('item_id', '=', item.id)
        .where('email', '=', email)
        .forUpdate()
        .executeTakeFirstOrThrow();
      if (op !== undefined) {
        const done = await trx
          .selectFrom('agreement.operation')
          .select(['item_id', 'email', 'revision'])
          .where('team_id', '=', context.team.id)
          .where('op', '=', op)
          .executeTakeFirst();
        if (done !== undefined && (done.item_id !== item.id || done.email !== email))
          throw invalidField('op', 'was used for another item');
        if (done !== undefined) return { revision: done.revision, replayed: true };
      }
      if (now.state === 'submitted')
        throw new Fault('FORBIDDEN', 'You have submitted this item: take it back to go on.', {
          status: 403,
          details: { action: 'AnnotateItem' },
        });
      if (base !== undefined && base !== now.revision)
        throw conflict({ revision: now.revision, updatedBy: email, updatedAt: now.updated_at.toISOString() });
      const revision = now.revision + 1;
      await trx
        .updateTable('agreement.work')
        .set({ revision, document: json, instance_count: instanceCount, updated_at: new Date() })
        .where('team_id', '=', context.team.id)
        .where('item_id', '=', item.id)
        .where('email', '=', email)
        .execute();
      if (op !== undefined)
        await trx
          .insertInto('agreement.operation')
          .values({ team_id: context.team.id, op, item_id: item.id, email, revision })
          .execute();
      return { revision, replayed: false };
    });
  }
}

const lockItem = (trx: Kysely<Tables>, context: RequestContext, itemId: number): Promise<unknown> =>
  lockItems(trx, context, [itemId]);

/** Lets everybody else who changes who works on the items wait; always in the order of ids, so that two never wait for each other. */
function lockItems(
  trx: Kysely<Tables>,
  context: RequestContext,
  ids: readonly number[],
): Promise<readonly Pick<ItemRow, 'id' | 'annotation_status'>[]> {
  return trx
    .selectFrom('items.item')
    .select(['id', 'annotation_status'])
    .where('team_id', '=', context.team.id)
    .where(sql<SqlBool>`id = any(${[...ids]}::int[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}
