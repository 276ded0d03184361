import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { conflict } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import { Items } from '#plugins/workspace/items/server/kit/index.ts';
import type { AnnotationDocument, Instance } from '../../common/document.ts';
import { readDocument } from '../../common/document.ts';
import { editorEvents } from '../../common/events.ts';
import type { JsonRecord } from '../../common/json-value.ts';
import { recordsOf } from '../../common/json-value.ts';
import { AnnotationHooks } from '../annotation-hooks.ts';
import { AnnotationRights } from '../annotation-rights.ts';
import { AnnotationStore } from '../annotation-store.ts';
import type { AnnotationTables } from '../annotation-tables.ts';
import { ContributorLimits } from '../contributor-limits.ts';
import { DocumentIntake } from '../document-intake.ts';
import { ReviewRights } from '../review-rights.ts';
import { ShapeLimits } from '../shape-limits.ts';
import { DocumentFolds } from './document-folds.ts';
import type { ObjectChange, ObjectChanges } from './object-changes.ts';
import { changedRest, readChanges } from './object-changes.ts';
import { changeCounts, objectRow, putRows } from './object-rows.ts';

/** Outcome of a save of single objects. */
export interface SavedObjects {
  readonly revision: number;
  readonly replayed: boolean;
  readonly status: number;
  readonly statusBefore: number;
}

interface StoredHead {
  readonly revision: number;
  readonly updated_by: string;
  readonly updated_at: Date;
  readonly index_revision: number | null;
  readonly ready: boolean | null;
  readonly rest: JsonRecord | null;
  readonly last_place: number | null;
}

interface StoredObject {
  readonly id: string;
  readonly place: number;
  readonly cell: string | null;
  readonly data: Instance;
}

/** Stores changes of single objects of a large document; how long that takes does not depend on how many it has. */
export class ObjectSaves {
  constructor(
    @inject(Items) private readonly items: Items,
    @inject(AnnotationHooks) private readonly hooks: AnnotationHooks,
    @inject(AnnotationRights) private readonly rights: AnnotationRights,
    @inject(AnnotationStore) private readonly store: AnnotationStore,
    @inject(DocumentIntake) private readonly intake: DocumentIntake,
    @inject(ContributorLimits) private readonly limits: ContributorLimits,
    @inject(ReviewRights) private readonly review: ReviewRights,
    @inject(ShapeLimits) private readonly shapes: ShapeLimits,
    @inject(DocumentFolds) private readonly folds: DocumentFolds,
  ) {}

  /**
   * Stores changes once per operation, and only on the revision they were made on.
   * @throws Fault FORBIDDEN (403), INVALID_FIELD and ANNOTATION_INVALID (422), CONFLICT (409) with the newest revision
   */
  async save(
    context: RequestContext,
    item: ItemRow,
    { op, base, patches }: { readonly op: string; readonly base: number; readonly patches: readonly unknown[] },
  ): Promise<SavedObjects> {
    const changes = readChanges(patches);
    if (
      (await this.rights.commentsOnly(context, item)) &&
      (changes.objects.length > 0 || changes.others.some(({ collection }) => collection !== 'comments'))
    )
      await this.rights.demandWrite(context, item);
    return context.transaction(async (trx: Kysely<AnnotationTables>) => {
      const head = await this.#lock(trx, item);
      const statusBefore = item.annotation_status;
      const done = await this.store.done(context, item.id, op);
      if (done !== undefined) return { revision: done, replayed: true, status: statusBefore, statusBefore };
      if (head?.ready !== true || head.index_revision !== head.revision || head.revision !== base)
        throw conflict({
          revision: head?.revision ?? 0,
          updatedBy: head?.updated_by,
          updatedAt: head?.updated_at.toISOString(),
        });
      if (patches.length === 0) return { revision: head.revision, replayed: false, status: statusBefore, statusBefore };
      const stored = await this.#touched(trx, context, item, changes.objects);
      const before = readDocument({ ...head.rest, instances: [...stored.values()].map(({ data }) => data) });
      const taken = await this.#taken(context, item, head.revision, before, changes);
      const revision = head.revision + 1;
      await this.#write(trx, context, item, { revision, op, head, taken, stored, changes });
      const status = (await this.rights.commentsOnly(context, item))
        ? statusBefore
        : await this.items.started(context, item);
      // Who is written to by a comment is found by comparing entire versions.
      if (changes.others.some(({ collection }) => collection === 'comments'))
        await this.folds.fold(context, item, { single: true });
      await context.publish(editorEvents.annotationSaved, { project_id: item.project_id, item_id: item.id, revision });
      return { revision, replayed: false, status, statusBefore };
    });
  }

  async #lock(trx: Kysely<AnnotationTables>, item: ItemRow): Promise<StoredHead | undefined> {
    const { rows } = await sql<StoredHead>`
      select kept.revision, kept.updated_by, kept.updated_at, parts.revision as index_revision, parts.ready, parts.rest, parts.last_place
      from annotations.annotation as kept
      left join annotations.object_index as parts on parts.team_id = kept.team_id and parts.item_id = kept.item_id
      where kept.item_id = ${item.id}::int for update of kept`.execute(trx);
    return rows[0];
  }

  async #touched(
    trx: Kysely<AnnotationTables>,
    context: RequestContext,
    item: ItemRow,
    changes: readonly ObjectChange[],
  ): Promise<ReadonlyMap<string, StoredObject>> {
    const { rows } = await sql<StoredObject>`select id, place, cell::text, data from annotations.object
      where team_id = ${context.team.id}::int and item_id = ${item.id}::int and id = any(${changes.map(each => each.id)}::text[])`.execute(
      trx,
    );
    return new Map(rows.map(row => [row.id, row]));
  }

  /** Checks the changed objects as a document of their own, and puts them in stored form. */
  async #taken(
    context: RequestContext,
    item: ItemRow,
    revision: number,
    before: AnnotationDocument,
    changes: ObjectChanges,
  ): Promise<AnnotationDocument> {
    const project = await this.intake.project(context, item.project_id);
    const { seesComments } = await this.limits.of(context, item.project_id);
    const { instances: _, ...rest } = changedRest(before, changes);
    const data = {
      ...rest,
      ...(seesComments ? {} : { comments: before.comments }),
      instances: changes.objects.flatMap(({ after }) => after ?? []),
    };
    const allowed = await this.review.checked(context, item, data, undefined, {
      revision,
      review: {
        comments: recordsOf(before.comments),
        approvals: Object.fromEntries(
          before.instances.flatMap(({ id, error }) => (typeof error === 'boolean' ? [[id, error]] : [])),
        ),
      },
    });
    const { document } = await this.intake.take(context, project, item, allowed, 'editor');
    await this.limits.demandClasses(
      context,
      item,
      document,
      new Map(before.instances.map(({ id, classId }) => [id, classId])),
    );
    await this.shapes.demand(context, item, document, project.classes, before);
    return document;
  }

  async #write(
    trx: Kysely<AnnotationTables>,
    context: RequestContext,
    item: ItemRow,
    write: {
      readonly revision: number;
      readonly op: string;
      readonly head: StoredHead;
      readonly taken: AnnotationDocument;
      readonly stored: ReadonlyMap<string, StoredObject>;
      readonly changes: ObjectChanges;
    },
  ): Promise<void> {
    const { revision, head, taken, stored, changes } = write;
    const of = { teamId: context.team.id, itemId: item.id };
    const { type } = await this.intake.project(context, item.project_id);
    const outlining = this.hooks.outlining.for(type);
    const places = new Map(changes.objects.map(({ id, place }) => [id, place]));
    let last = head.last_place ?? 0;
    const { instances, ...rest } = taken;
    const rows = instances.map(instance =>
      objectRow(
        instance,
        stored.get(instance.id)?.place ?? places.get(instance.id) ?? (last += 1),
        outlining.call(instance),
      ),
    );
    const removed = changes.objects.flatMap(({ id, after }) => (after === undefined && stored.has(id) ? [id] : []));
    await putRows(trx, of, rows);
    await sql`delete from annotations.object where team_id = ${of.teamId}::int and item_id = ${item.id}::int and id = any(${removed}::text[])`.execute(
      trx,
    );
    await changeCounts(
      trx,
      of,
      rows.flatMap(row => row.at?.cell ?? []),
      [...stored.values()].flatMap(({ cell }) => (cell === null ? [] : Number(cell))),
    );
    const more = rows.filter(row => !stored.has(row.id)).length - removed.length;
    await sql`with saved as (update annotations.annotation set revision = ${revision}::int, behind = true, updated_by = ${context.user.email},
        updated_at = now(), instance_count = instance_count + ${more}::int where item_id = ${item.id}::int),
      noted as (insert into annotations.annotation_operation (team_id, op, item_id, revision)
        values (${of.teamId}::int, ${write.op}::uuid, ${item.id}::int, ${revision}::int))
      update annotations.object_index set revision = ${revision}::int, rest = ${JSON.stringify(rest)}::jsonb, last_place = ${last}::float8,
        saver_id = ${context.user.id}::int where team_id = ${of.teamId}::int and item_id = ${item.id}::int`.execute(
      trx,
    );
  }
}
