import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { conflict, Fault, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { onCommit } from '#core/data/server/index.ts';
import type { Item } from '#plugins/workspace/items/common/item.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import { Items } from '#plugins/workspace/items/server/kit/index.ts';
import type { AnnotationVersion } from '../common/api.ts';
import { documentKind } from '../common/document-kind.ts';
import type { AnnotationDocument } from '../common/document.ts';
import { readDocument } from '../common/document.ts';
import { editorEvents } from '../common/events.ts';
import { diffDocuments } from '../common/diff.ts';
import { isRecord } from '../common/json-value.ts';
import type { JsonRecord } from '../common/json-value.ts';
import type { MissingResources } from '../common/resolve-classes.ts';
import type { StampItem } from '../common/stamp-document.ts';
import { AnnotationPresenter } from './annotation-presenter.ts';
import { ContributorLimits } from './contributor-limits.ts';
import type { AnnotationSize } from './annotation-reader.ts';
import { AnnotationReader } from './annotation-reader.ts';
import { AnnotationRights } from './annotation-rights.ts';
import { AnnotationStore } from './annotation-store.ts';
import type { PreparedDocument, PutOptions, PutResult } from './annotation-writes.ts';
import { DocumentIntake } from './document-intake.ts';
import type { DocumentSource, IntakeProject, TakenDocument } from './document-intake.ts';
import type { OwnWork } from './annotation-hooks.ts';
import { AnnotationHooks } from './annotation-hooks.ts';
import type { AnnotationTables } from './annotation-tables.ts';
import { ReviewRights } from './review-rights.ts';

/** Items that one event names at most. */
const EVENT_ITEMS = 1000;

/** The annotations of one item as they are handed out: names and ids are those of the project now. */
export interface ItemAnnotation {
  readonly item: ItemRow;
  readonly document: AnnotationDocument;
  /** 0 when nothing was ever stored. */
  readonly revision: number;
  readonly updatedBy: string | undefined;
  readonly updatedAt: Date | undefined;
  /** The caller works on a copy of their own, and this is it. */
  readonly own?: OwnWork;
}

/** The annotations of one item in the form they are stored in, with today's names and ids. */
export interface NativeAnnotation {
  readonly item: ItemRow;
  readonly view: Item;
  readonly stamp: StampItem;
  /** Undefined when nothing was stored, or when it was deleted. */
  readonly document: JsonRecord | undefined;
  /** 0 when nothing was ever stored. */
  readonly revision: number;
}

const nothingMissing: MissingResources = { class: [], attribute: [], attributeGroup: [], template: [] };

/** Annotations of items. Items are rows that {@link Items} gave, so the caller sees them. */
export class Annotations {
  constructor(
    @inject(Items) private readonly items: Items,
    @inject(DocumentIntake) private readonly intake: DocumentIntake,
    @inject(AnnotationReader) private readonly reader: AnnotationReader,
    @inject(AnnotationStore) private readonly store: AnnotationStore,
    @inject(AnnotationRights) private readonly rights: AnnotationRights,
    @inject(ReviewRights) private readonly review: ReviewRights,
    @inject(AnnotationPresenter) private readonly presenter: AnnotationPresenter,
    @inject(AnnotationHooks) private readonly hooks: AnnotationHooks,
    @inject(ContributorLimits) private readonly limits: ContributorLimits,
  ) {}

  /** What documents of a project need; give it to `put` and `get` when there are many. */
  project(context: RequestContext, projectId: number): Promise<IntakeProject> {
    return this.intake.project(context, projectId);
  }

  /** The annotations of items of one project, in the given order, a few in memory at a time. Items never annotated come with an empty document. */
  async *get(
    context: RequestContext,
    items: readonly ItemRow[],
    known?: IntakeProject,
  ): AsyncGenerator<ItemAnnotation> {
    const [first] = items;
    if (first === undefined) return;
    const project = known ?? (await this.project(context, first.project_id));
    for await (const { item, stamp, row } of this.reader.read(context, items)) {
      yield {
        item,
        document: await this.presenter.opened(context, item, row?.document, stamp, project),
        revision: row?.revision ?? 0,
        updatedBy: row?.updated_by,
        updatedAt: row?.updated_at,
      };
    }
  }

  /** The same in the form that files have, for callers that hand documents on without looking into them. */
  async *native(
    context: RequestContext,
    items: readonly ItemRow[],
    project: IntakeProject,
  ): AsyncGenerator<NativeAnnotation> {
    const [first] = items;
    const bound =
      first !== undefined &&
      documentKind(project.typeNumber) === 'form' &&
      (await this.rights.isBound(context, first.project_id));
    for await (const { item, view, stamp, row } of this.reader.readViewed(context, items)) {
      const stored = row?.document as JsonRecord | null | undefined;
      const document =
        stored === null || stored === undefined ? undefined : this.presenter.stored(stored, stamp, project);
      const shown =
        document === undefined
          ? undefined
          : this.presenter.exported(await this.limits.shown(context, item.project_id, document), project);
      yield {
        item,
        view,
        stamp,
        document:
          bound && document !== undefined
            ? await this.hooks.handing.for(project.type).promise(context, shown!, item)
            : shown,
        revision: row?.revision ?? 0,
      };
    }
  }

  /** @throws Fault FORBIDDEN (403) with the reason when the caller may not change the annotations of an item. */
  demandWrite(context: RequestContext, item: ItemRow): Promise<void> {
    return this.rights.demandWrite(context, item);
  }

  /** Sizes of stored documents by item id; items nobody ever annotated are left out. */
  sizes(context: RequestContext, itemIds: readonly number[]): Promise<ReadonlyMap<number, AnnotationSize>> {
    return this.reader.sizes(context, itemIds);
  }

  /** Documents that are kept elsewhere of an item, such as copies of several people, as they are handed out. */
  async presented(
    context: RequestContext,
    item: ItemRow,
    documents: readonly unknown[],
  ): Promise<readonly AnnotationDocument[]> {
    const [stamp] = await this.reader.stamps(context, [item]);
    const project = await this.project(context, item.project_id);
    return Promise.all(documents.map(document => this.presenter.opened(context, item, document, stamp!, project)));
  }

  /** The annotations of the item with this id, or the caller's own copy of them. Throws NOT_FOUND for one the caller does not see. */
  async byId(context: RequestContext, projectId: number, itemId: number): Promise<ItemAnnotation> {
    const { item, stamp, row } = await this.reader.one(context, projectId, itemId);
    const own = await this.hooks.working.promise(context, item);
    const project = await this.project(context, projectId);
    if (own !== undefined) {
      // A copy that was not begun starts with what the item holds: its prompt, imported answers and pre-annotations.
      return {
        item,
        document: await this.presenter.opened(
          context,
          item,
          own.revision === 0 ? (own.document ?? row?.document) : own.document,
          stamp,
          project,
        ),
        revision: own.revision,
        updatedBy: own.revision === 0 ? undefined : context.user.email,
        updatedAt: own.updatedAt,
        own,
      };
    }
    return {
      item,
      document: await this.presenter.opened(context, item, row?.document, stamp, project),
      revision: row?.revision ?? 0,
      updatedBy: row?.updated_by,
      updatedAt: row?.updated_at,
    };
  }

  /** The annotations that the caller works on: their own copy where several people annotate the item, else those of the item. */
  async ofCaller(context: RequestContext, item: ItemRow): Promise<ItemAnnotation> {
    return this.byId(context, item.project_id, item.id);
  }

  /** The annotations of an item that was read before. */
  async of(context: RequestContext, item: ItemRow, project?: IntakeProject): Promise<ItemAnnotation> {
    for await (const each of this.get(context, [item], project)) return each;
    throw notFound('The item');
  }

  /**
   * Stores a document: once per operation, and only on its base revision when one is given.
   * @throws Fault FORBIDDEN (403) when the right or the item's status forbids it, or a change of somebody else's review, ANNOTATION_INVALID (422) with the findings,
   * CONFLICT (409) with the newest revision. Nothing is stored then.
   */
  async put(context: RequestContext, item: ItemRow, data: unknown, options: PutOptions = {}): Promise<PutResult> {
    const { op, base, source = 'editor' } = options;
    const own = await this.hooks.working.promise(context, item);
    if (own !== undefined) return this.#putOwn(context, item, data, options, own);
    // On a base the write itself notices that its operation was done: the revision has moved on since.
    const commentsOnly =
      source === 'editor' && options.restored !== true && base !== undefined
        ? await this.rights.commentsOnly(context, item)
        : (await this.rights.demandWrite(context, item), false);
    const done =
      op === undefined || (base !== undefined && !commentsOnly)
        ? undefined
        : await this.store.done(context, item.id, op);
    if (done !== undefined)
      return {
        revision: done,
        replayed: true,
        status: item.annotation_status,
        warnings: [],
        missingResources: nothingMissing,
      };
    const project = options.project ?? (await this.project(context, item.project_id));
    const written = commentsOnly ? await this.#withComments(context, item, data, project, base!) : data;
    const whole = await this.limits.withHiddenComments(context, item, written);
    const allowed =
      source === 'editor' && options.restored !== true ? await this.review.checked(context, item, whole, base) : whole;
    const accepted = await this.#accepted(context, item, project, allowed, { source, base });
    const { document, json, instanceCount, warnings, missingResources } = await this.intake.take(
      context,
      project,
      item,
      accepted,
      source,
    );
    if (source !== 'archive') await this.limits.demandClasses(context, item, document);
    const stored = await this.#write(context, item, {
      op,
      base,
      json,
      instanceCount,
      document,
      keepStatus: commentsOnly || options.keepStatus === true,
    });
    return { ...stored, warnings, missingResources };
  }

  async #putOwn(
    context: RequestContext,
    item: ItemRow,
    data: unknown,
    { op, base, source = 'editor', ...options }: PutOptions,
    own: OwnWork,
  ): Promise<PutResult> {
    await this.rights.demandWrite(context, item);
    if (own.readOnly !== undefined)
      throw new Fault('FORBIDDEN', own.readOnly, { status: 403, details: { action: 'AnnotateItem' } });
    const project = options.project ?? (await this.project(context, item.project_id));
    const accepted = await this.#accepted(context, item, project, data, { source, base, own });
    const { json, instanceCount, warnings, missingResources } = await this.intake.take(
      context,
      project,
      item,
      accepted,
      source,
    );
    return context.transaction(async () => {
      const { revision, replayed } = await own.write({ op, base, json, instanceCount });
      const status =
        replayed || options.keepStatus === true ? item.annotation_status : await this.items.started(context, item);
      return { revision, replayed, status, warnings, missingResources };
    });
  }

  /**
   * The stored document with the comments of another one, where comments are all that may be written.
   * @throws Fault FORBIDDEN when anything else differs, CONFLICT when it was made on another revision
   */
  async #withComments(
    context: RequestContext,
    item: ItemRow,
    data: unknown,
    project: IntakeProject,
    base: number,
  ): Promise<unknown> {
    const { document, revision, updatedBy, updatedAt } = await this.of(context, item, project);
    if (revision !== base) throw conflict({ revision, updatedBy, updatedAt: updatedAt?.toISOString() });
    if (!isRecord(data)) return data;
    if (diffDocuments(document, readDocument(data)).some(({ collection }) => collection !== 'comments'))
      await this.rights.demandWrite(context, item);
    return { ...document, comments: data['comments'] };
  }

  /** Takes a document in without storing it. @throws Fault FORBIDDEN (403), ANNOTATION_INVALID (422) with the findings. */
  async prepare(
    context: RequestContext,
    project: IntakeProject,
    item: ItemRow,
    data: unknown,
    source: DocumentSource,
  ): Promise<PreparedDocument> {
    await this.rights.demandWrite(context, item);
    if ((await this.hooks.working.promise(context, item)) !== undefined)
      throw new Fault('FORBIDDEN', 'You have a copy of this item of your own: annotate it in the editor.', {
        status: 403,
        details: { action: 'AnnotateItem' },
      });
    const whole = await this.limits.withHiddenComments(context, item, data);
    const taken: TakenDocument = await this.intake.take(
      context,
      project,
      item,
      await this.#accepted(context, item, project, whole, { source }),
      source,
    );
    await this.limits.demandClasses(context, item, taken.document);
    return {
      item,
      json: taken.json,
      instanceCount: taken.instanceCount,
      warnings: taken.warnings,
      missingResources: taken.missingResources,
    };
  }

  /** The revisions that operations stored, by their names without dashes; those that were not done are left out. */
  done(context: RequestContext, ops: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return this.store.doneMany(context, ops);
  }

  /**
   * Stores prepared documents of different items of one project: all of them or, when one fails, none. Items that are not started stay so unless `starts`.
   * Answers the new revisions by item id, without those that were stored before and those that no longer stand on the base of their document.
   */
  async putPrepared(
    context: RequestContext,
    projectId: number,
    documents: readonly PreparedDocument[],
    { starts = false }: { readonly starts?: boolean } = {},
  ): Promise<ReadonlyMap<number, number>> {
    if (documents.length === 0) return new Map();
    return context.transaction(async () => {
      const revisions = await this.store.writeMany(
        context,
        projectId,
        documents.map(({ item, op, base, json, instanceCount }) => ({
          itemId: item.id,
          op,
          base,
          json,
          instanceCount,
        })),
      );
      const written = documents.filter(({ item }) => revisions.has(item.id));
      await this.hooks.storingMany.promise(
        context,
        projectId,
        written.map(({ item, json }) => ({
          itemId: item.id,
          get document(): AnnotationDocument {
            return readDocument(JSON.parse(json));
          },
        })),
      );
      for (const { item, json } of written) {
        // Read again only when somebody asks: most of the time nobody looks into a thousand documents.
        const stored = {
          item,
          revision: revisions.get(item.id)!,
          single: false,
          get document(): AnnotationDocument {
            return readDocument(JSON.parse(json));
          },
        };
        await this.hooks.storing.promise(context, stored);
        onCommit(() => this.hooks.saved.call(context, stored));
      }
      if (starts)
        await this.items.startedMany(
          context,
          projectId,
          written.map(each => each.item),
        );
      await this.#tell(context, projectId, revisions);
      return revisions;
    });
  }

  /**
   * Deletes the annotations of items of one project, all or none; earlier versions stay and can be restored.
   * @throws Fault FORBIDDEN (403) when the caller may not write one of them.
   */
  async clear(context: RequestContext, projectId: number, items: readonly ItemRow[]): Promise<void> {
    await context.transaction(async () => {
      for (const item of items) await this.rights.demandWrite(context, item);
      const present = [
        ...(await this.sizes(
          context,
          items.map(each => each.id),
        )),
      ]
        .filter(([, { size }]) => size > 0)
        .map(([itemId]) => itemId);
      const revisions = await this.store.writeMany(
        context,
        projectId,
        present.map(itemId => ({ itemId, json: null, instanceCount: 0 })),
      );
      await this.hooks.storingMany.promise(
        context,
        projectId,
        present.map(itemId => ({ itemId, document: undefined })),
      );
      await this.#tell(context, projectId, revisions);
    });
  }

  /** Stored versions, newest first. */
  async versions(context: RequestContext, item: ItemRow): Promise<readonly AnnotationVersion[]> {
    const rows = await context.transaction((trx: Kysely<AnnotationTables>) =>
      trx
        .selectFrom('annotations.annotation_version')
        .select(['revision', 'updated_by', 'updated_at', 'instance_count', 'size'])
        .where('item_id', '=', item.id)
        .orderBy('revision', 'desc')
        .execute(),
    );
    return rows.map(row => ({
      revision: row.revision,
      updatedBy: row.updated_by,
      updatedAt: row.updated_at.toISOString(),
      instanceCount: row.instance_count,
      size: row.size,
    }));
  }

  /** One stored version, with today's classes. Throws NOT_FOUND. */
  async version(context: RequestContext, item: ItemRow, revision: number): Promise<AnnotationDocument> {
    const row = await context.transaction((trx: Kysely<AnnotationTables>) =>
      trx
        .selectFrom('annotations.annotation_version')
        .select('document')
        .where('item_id', '=', item.id)
        .where('revision', '=', revision)
        .executeTakeFirst(),
    );
    if (row === undefined) throw notFound('The version');
    return this.presenter.opened(
      context,
      item,
      row.document,
      (await this.reader.stamps(context, [item]))[0]!,
      await this.project(context, item.project_id),
    );
  }

  /** What the caller may save of a document whose parts are not all his. On another revision than the newest the save itself answers. */
  async #accepted(
    context: RequestContext,
    item: ItemRow,
    { type, typeNumber }: IntakeProject,
    data: unknown,
    {
      source,
      base,
      own,
    }: { readonly source: DocumentSource; readonly base?: number | undefined; readonly own?: OwnWork },
  ): Promise<unknown> {
    if (!isRecord(data) || documentKind(typeNumber) !== 'form') return data;
    if (source !== 'editor' && !(await this.rights.isBound(context, item.project_id))) return data;
    const stored =
      own === undefined
        ? await this.#stored(context, item)
        : {
            revision: own.revision,
            document: own.document ?? (own.revision === 0 ? (await this.#stored(context, item)).document : undefined),
          };
    if (base !== undefined && stored.revision !== base) return data;
    return this.hooks.accepting
      .for(type)
      .promise(context, data, item, isRecord(stored.document) ? stored.document : undefined);
  }

  async #stored(
    context: RequestContext,
    item: ItemRow,
  ): Promise<{ readonly document: unknown; readonly revision: number }> {
    for await (const { row } of this.reader.read(context, [item]))
      return { document: row?.document, revision: row?.revision ?? 0 };
    throw notFound('The item');
  }

  async #write(
    context: RequestContext,
    item: ItemRow,
    write: {
      readonly op: string | undefined;
      readonly base: number | undefined;
      readonly json: string;
      readonly instanceCount: number;
      readonly document: AnnotationDocument;
      readonly keepStatus: boolean;
    },
  ): Promise<{ readonly revision: number; readonly replayed: boolean; readonly status: number }> {
    return context.transaction(async () => {
      const { revision, replayed } = await this.store.write(context, item, {
        op: write.op,
        base: write.base,
        json: write.json,
        instanceCount: write.instanceCount,
      });
      if (replayed) return { revision, replayed, status: item.annotation_status };
      const stored = { item, revision, document: write.document, single: true };
      await this.hooks.storing.promise(context, stored);
      await this.hooks.storingMany.promise(context, item.project_id, [{ itemId: item.id, document: write.document }]);
      const status = write.keepStatus ? item.annotation_status : await this.items.started(context, item);
      await context.publish(editorEvents.annotationSaved, { project_id: item.project_id, item_id: item.id, revision });
      onCommit(() => this.hooks.saved.call(context, stored));
      return { revision, replayed, status };
    });
  }

  async #tell(context: RequestContext, projectId: number, revisions: ReadonlyMap<number, number>): Promise<void> {
    const saved = [...revisions].map(([itemId, revision]) => ({ item_id: itemId, revision }));
    for (let start = 0; start < saved.length; start += EVENT_ITEMS) {
      await context.publish(editorEvents.annotationsSaved, {
        project_id: projectId,
        saved: saved.slice(start, start + EVENT_ITEMS),
      });
    }
  }
}
