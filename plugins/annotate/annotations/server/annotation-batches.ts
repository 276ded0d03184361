import { inject } from 'inversify';
import { Fault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { onCommit } from '#core/data/server/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import { Items } from '#plugins/workspace/items/server/kit/index.ts';
import type { AnnotationDocument } from '../common/document.ts';
import { readDocument } from '../common/document.ts';
import { editorEvents } from '../common/events.ts';
import { ContributorLimits } from './contributor-limits.ts';
import { ShapeLimits } from './shape-limits.ts';
import { AnnotationReader } from './annotation-reader.ts';
import { AnnotationRights } from './annotation-rights.ts';
import { AnnotationStore } from './annotation-store.ts';
import type { PreparedDocument } from './annotation-writes.ts';
import { DocumentIntake } from './document-intake.ts';
import type { DocumentSource, IntakeProject, TakenDocument } from './document-intake.ts';
import { AnnotationHooks } from './annotation-hooks.ts';

import { DocumentAcceptance } from './document-acceptance.ts';

/** Items that one event names at most. */
const EVENT_ITEMS = 1000;

/** Stores and deletes documents of many items of one project at a time. Items are rows that the caller sees. */
export class AnnotationBatches {
  constructor(
    @inject(Items) private readonly items: Items,
    @inject(DocumentIntake) private readonly intake: DocumentIntake,
    @inject(DocumentAcceptance) private readonly acceptance: DocumentAcceptance,
    @inject(AnnotationReader) private readonly reader: AnnotationReader,
    @inject(AnnotationStore) private readonly store: AnnotationStore,
    @inject(AnnotationRights) private readonly rights: AnnotationRights,
    @inject(AnnotationHooks) private readonly hooks: AnnotationHooks,
    @inject(ContributorLimits) private readonly limits: ContributorLimits,
    @inject(ShapeLimits) private readonly shapes: ShapeLimits,
  ) {}

  /**
   * Takes a document in without storing it.
   * @throws Fault FORBIDDEN (403), ANNOTATION_INVALID (422) with the findings.
   */
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
      await this.acceptance.of(context, item, project, whole, { source }),
      source,
    );
    await this.limits.demandClasses(context, item, taken.document);
    await this.shapes.demand(context, item, taken.document, project.classes);
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
   * Stores prepared documents of different items of one project: all of them or, when one fails, none. Items that are
   * not started stay so unless `starts`. Returns the new revisions by item id, without those that were stored before
   * and those that are no longer on the base of their document.
   */
  async put(
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
      await this.#publish(context, projectId, revisions);
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
        ...(await this.reader.sizes(
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
      await this.#publish(context, projectId, revisions);
    });
  }

  async #publish(context: RequestContext, projectId: number, revisions: ReadonlyMap<number, number>): Promise<void> {
    const saved = [...revisions].map(([itemId, revision]) => ({ item_id: itemId, revision }));
    for (let start = 0; start < saved.length; start += EVENT_ITEMS) {
      await context.publish(editorEvents.annotationsSaved, {
        project_id: projectId,
        saved: saved.slice(start, start + EVENT_ITEMS),
      });
    }
  }
}
