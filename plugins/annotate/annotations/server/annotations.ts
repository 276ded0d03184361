import { inject } from 'inversify';
import { notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { Item } from '#plugins/workspace/items/common/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import { documentKind } from '../common/document-kind.ts';
import type { AnnotationDocument } from '../common/document.ts';
import type { JsonRecord } from '../common/json-value.ts';
import type { StampItem } from '../common/stamp-document.ts';
import { AnnotationPresenter } from './annotation-presenter.ts';
import { ContributorLimits } from './contributor-limits.ts';
import type { AnnotationSize } from './annotation-reader.ts';
import { AnnotationReader } from './annotation-reader.ts';
import { AnnotationRights } from './annotation-rights.ts';
import { DocumentIntake } from './document-intake.ts';
import type { IntakeProject } from './document-intake.ts';
import type { OwnWork } from './annotation-hooks.ts';
import { AnnotationHooks } from './annotation-hooks.ts';

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

/** Annotations of items, to be read. Items are rows that the items plugin returned, so the caller sees them. */
export class Annotations {
  constructor(
    @inject(DocumentIntake) private readonly intake: DocumentIntake,
    @inject(AnnotationReader) private readonly reader: AnnotationReader,
    @inject(AnnotationRights) private readonly rights: AnnotationRights,
    @inject(AnnotationPresenter) private readonly presenter: AnnotationPresenter,
    @inject(AnnotationHooks) private readonly hooks: AnnotationHooks,
    @inject(ContributorLimits) private readonly limits: ContributorLimits,
  ) {}

  /** Returns the data that documents of a project need; pass it on when there are many. */
  project(context: RequestContext, projectId: number): Promise<IntakeProject> {
    return this.intake.project(context, projectId);
  }

  /**
   * The annotations of items of one project, in the given order, a few in memory at a time. Items never annotated come
   * with an empty document.
   */
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
        stored === null || stored === undefined ? undefined : await this.presenter.stored(stored, stamp, project);
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

  /** Sizes of stored documents by item id; items nobody ever annotated are left out. */
  sizes(context: RequestContext, itemIds: readonly number[]): Promise<ReadonlyMap<number, AnnotationSize>> {
    return this.reader.sizes(context, itemIds);
  }

  /** Documents that are kept elsewhere of an item, such as copies of several people, as they are handed out. */
  async presented(
    context: RequestContext,
    item: ItemRow,
    documents: readonly unknown[],
    known?: IntakeProject,
  ): Promise<readonly AnnotationDocument[]> {
    const [stamp] = await this.reader.stamps(context, [item]);
    const project = known ?? (await this.project(context, item.project_id));
    return Promise.all(documents.map(document => this.presenter.opened(context, item, document, stamp!, project)));
  }

  /**
   * The annotations of the item with this id, or the caller's own copy of them. Throws NOT_FOUND for one the caller
   * does not see.
   */
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

  /**
   * The annotations that the caller works on: their own copy where several people annotate the item, else those of the
   * item.
   */
  async ofCaller(context: RequestContext, item: ItemRow): Promise<ItemAnnotation> {
    return this.byId(context, item.project_id, item.id);
  }

  /** The annotations of an item that was read before. */
  async of(context: RequestContext, item: ItemRow, project?: IntakeProject): Promise<ItemAnnotation> {
    for await (const each of this.get(context, [item], project)) return each;
    throw notFound('The item');
  }
}
