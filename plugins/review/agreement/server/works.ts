import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { conflict, Fault, invalidField, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { annotationRows } from '#plugins/annotate/annotations/server/kit/index.ts';
import type { AnnotationWrite, OwnWork } from '#plugins/annotate/annotations/server/kit/index.ts';
import type { ItemRow, StatusChange } from '#plugins/workspace/items/server/kit/index.ts';
import { Items, ItemsHooks } from '#plugins/workspace/items/server/kit/index.ts';
import type { OwnWorkState } from '../common/api.ts';
import { AgreementRules } from './agreement-rules.ts';
import { full, lockItem, WorkPlaces } from './work-places.ts';
import type { Tables } from './work-rows.ts';
import { WORKING_STATUSES, WorkRows } from './work-rows.ts';

const QUALITY_CHECK = 3;
const IN_PROGRESS = 2;

/** The copies of items that people work on by themselves. Items are rows that `Items` gave, so the caller sees them. */
export class Works {
  readonly #submitting = new WeakSet<StatusChange>();

  constructor(
    @inject(AgreementRules) private readonly rules: AgreementRules,
    @inject(WorkRows) private readonly rows: WorkRows,
    @inject(WorkPlaces) private readonly places: WorkPlaces,
    @inject(Items) private readonly items: Items,
    @inject(ItemsHooks) private readonly hooks: ItemsHooks,
  ) {}

  /**
   * The caller's own copy of an item: theirs, or one they can begin, as people do who do not review. Undefined where
   * they work on the item itself.
   */
  async own(context: RequestContext, item: ItemRow): Promise<OwnWork | undefined> {
    if (!WORKING_STATUSES.includes(item.annotation_status)) return undefined;
    const people = await this.rules.people(context, item.project_id);
    if (people === undefined) return undefined;
    const works = await this.rows.summaries(context, item.id);
    const mine = works.find(each => each.email === context.user.email);
    if (
      mine === undefined &&
      (await context.can('ApplyItemAnnotationInstanceApprovalStatus', { projectId: item.project_id }))
    )
      return undefined;
    const submitted = works.filter(each => each.state === 'submitted').length;
    return {
      document: mine === undefined ? undefined : await this.rows.ownDocument(context, item.id),
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
    return (await this.rows.summaries(context, item.id)).some(each => each.email === context.user.email);
  }

  /** Returns the state of the caller's copy; undefined when they have none. */
  async state(context: RequestContext, item: ItemRow): Promise<OwnWorkState | undefined> {
    const people = await this.rules.people(context, item.project_id);
    if (people === undefined) return undefined;
    const works = await this.rows.summaries(context, item.id);
    const mine = works.find(each => each.email === context.user.email);
    return mine === undefined
      ? undefined
      : { state: mine.state, people, submitted: works.filter(each => each.state === 'submitted').length };
  }

  /**
   * True for a change that is asked about for a copy: it is the copy's content that must be finished, and the item
   * itself stays.
   */
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
        .from(annotationRows.as('annotation'))
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
      const works = await this.rows.summaries(context, item.id);
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
        submitted: (await this.rows.summaries(context, item.id)).filter(each => each.state === 'submitted').length,
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
    const works = await this.rows.summaries(context, item.id);
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

  async #write(
    context: RequestContext,
    item: ItemRow,
    people: number,
    { op, base, json, instanceCount }: AnnotationWrite,
  ): Promise<{ readonly revision: number; readonly replayed: boolean }> {
    const { email } = context.user;
    return context.transaction(async (trx: Kysely<Tables>) => {
      const refused = await this.places.seat(trx, context, item.project_id, item.id, email, people);
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
