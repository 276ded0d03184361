import { inject } from 'inversify';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { conflict, Fault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { onCommit } from '#core/data/server/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import { Items } from '#plugins/workspace/items/server/kit/index.ts';
import type { AnnotationDocument } from '../common/document.ts';
import { readDocument } from '../common/document.ts';
import { editorEvents } from '../common/events.ts';
import { diffDocuments } from '../common/diff.ts';
import { isRecord } from '../common/json-value.ts';
import type { MissingResources } from '../common/resolve-classes.ts';
import { ContributorLimits } from './contributor-limits.ts';
import { AnnotationRights } from './annotation-rights.ts';
import { AnnotationStore } from './annotation-store.ts';
import type { PutOptions, PutResult } from './annotation-writes.ts';
import { DocumentIntake } from './document-intake.ts';
import type { IntakeProject } from './document-intake.ts';
import type { OwnWork } from './annotation-hooks.ts';
import { AnnotationHooks } from './annotation-hooks.ts';
import { knownReview, ReviewRights } from './review-rights.ts';
import { ShapeLimits } from './shape-limits.ts';

import { Annotations } from './annotations.ts';
import { DocumentAcceptance } from './document-acceptance.ts';

const nothingMissing: MissingResources = { class: [], attribute: [], attributeGroup: [], template: [] };

/** Stores the document of one item. Items are rows that the caller sees. */
export class AnnotationWriter {
  constructor(
    @inject(Items) private readonly items: Items,
    @inject(Annotations) private readonly annotations: Annotations,
    @inject(DocumentIntake) private readonly intake: DocumentIntake,
    @inject(DocumentAcceptance) private readonly acceptance: DocumentAcceptance,
    @inject(AnnotationStore) private readonly store: AnnotationStore,
    @inject(AnnotationRights) private readonly rights: AnnotationRights,
    @inject(ReviewRights) private readonly review: ReviewRights,
    @inject(AnnotationHooks) private readonly hooks: AnnotationHooks,
    @inject(ContributorLimits) private readonly limits: ContributorLimits,
    @inject(ShapeLimits) private readonly shapes: ShapeLimits,
  ) {}

  /**
   * Stores a document from the editor as {@link put} does. People wait for it: the item is read together with what
   * limits the caller in it.
   * @throws Fault also NOT_FOUND for an item the caller does not see
   */
  async save(
    context: RequestContext,
    { projectId, itemId }: { readonly projectId: number; readonly itemId: number },
    data: unknown,
    options: Pick<PutOptions, 'op' | 'base'>,
  ): Promise<PutResult> {
    const [settings, review] = [
      await this.limits.settingsOf(context, projectId),
      await this.review.reviewOf(context, projectId),
    ];
    const {
      item,
      beside: [known, kept],
    } = await this.items.getWith(context, itemId, projectId, pair(settings, review));
    this.limits.know(context, projectId, known);
    return this.put(context, item, data, { ...options, review: kept === null ? undefined : knownReview(kept) });
  }

  /**
   * Stores a document: once per operation, and only on its base revision when one is given.
   * @throws Fault FORBIDDEN (403) when the right or the item's status forbids it, or a change of somebody else's
   * review, ANNOTATION_INVALID (422) with the findings, CONFLICT (409) with the newest revision. Nothing is stored
   * then.
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
        statusBefore: item.annotation_status,
        warnings: [],
        missingResources: nothingMissing,
      };
    const project = options.project ?? (await this.annotations.project(context, item.project_id));
    const written = commentsOnly ? await this.#withComments(context, item, data, project, base!) : data;
    const whole = await this.limits.withHiddenComments(context, item, written);
    const allowed =
      source === 'editor' && options.restored !== true
        ? await this.review.checked(context, item, whole, base, options.review)
        : whole;
    const accepted = await this.acceptance.of(context, item, project, allowed, { source, base });
    const { document, json, instanceCount, warnings, missingResources } = await this.intake.take(
      context,
      project,
      item,
      accepted,
      source,
    );
    if (source !== 'archive') await this.limits.demandClasses(context, item, document);
    if (options.restored !== true) await this.shapes.demand(context, item, document, project.classes);
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
    const project = options.project ?? (await this.annotations.project(context, item.project_id));
    const accepted = await this.acceptance.of(context, item, project, data, { source, base, own });
    const { document, json, instanceCount, warnings, missingResources } = await this.intake.take(
      context,
      project,
      item,
      accepted,
      source,
    );
    await this.shapes.demand(context, item, document, project.classes, own.document);
    return context.transaction(async () => {
      const { revision, replayed } = await own.write({ op, base, json, instanceCount });
      const status =
        replayed || options.keepStatus === true ? item.annotation_status : await this.items.started(context, item);
      return { revision, replayed, status, statusBefore: item.annotation_status, warnings, missingResources };
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
    const { document, revision, updatedBy, updatedAt } = await this.annotations.of(context, item, project);
    if (revision !== base) throw conflict({ revision, updatedBy, updatedAt: updatedAt?.toISOString() });
    if (!isRecord(data)) return data;
    if (diffDocuments(document, readDocument(data)).some(({ collection }) => collection !== 'comments'))
      await this.rights.demandWrite(context, item);
    return { ...document, comments: data['comments'] };
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
  ): Promise<Pick<PutResult, 'revision' | 'replayed' | 'status' | 'statusBefore'>> {
    return context.transaction(async () => {
      const { revision, replayed } = await this.store.write(context, item, {
        op: write.op,
        base: write.base,
        json: write.json,
        instanceCount: write.instanceCount,
      });
      const statusBefore = item.annotation_status;
      if (replayed) return { revision, replayed, status: statusBefore, statusBefore };
      const stored = { item, revision, document: write.document, single: true };
      await this.hooks.storing.promise(context, stored);
      await this.hooks.storingMany.promise(context, item.project_id, [{ itemId: item.id, document: write.document }]);
      const status = write.keepStatus ? item.annotation_status : await this.items.started(context, item);
      await context.publish(editorEvents.annotationSaved, { project_id: item.project_id, item_id: item.id, revision });
      onCommit(() => this.hooks.saved.call(context, stored));
      return { revision, replayed, status, statusBefore };
    });
  }
}

/** Two values of a statement as one. */
const pair = <One, Other>(one: RawBuilder<One>, other: RawBuilder<Other>): RawBuilder<readonly [One, Other]> =>
  sql`json_build_array(${one}, ${other})`;
