import { defineServerHalf, every, LogToken } from '#core/kernel/server/index.ts';
import { ClassesHooks } from '#plugins/workspace/classes/server/kit/index.ts';
import { Items, ItemsHooks } from '#plugins/workspace/items/server/kit/index.ts';
import manifest from '../manifest.ts';
import { annotationDocumentApi } from '../common/api.ts';
import { missingValuesApi } from '../common/missing-values-api.ts';
import { AnnotationTransfer } from './annotation-transfer.ts';
import { AnnotationPresenter } from './annotation-presenter.ts';
import { AnnotationReader } from './annotation-reader.ts';
import { AnnotationStore } from './annotation-store.ts';
import { annotatedField } from './annotated-field.ts';
import { ClassMergeDocuments } from './class-merge.ts';
import { countClassUses } from './class-uses.ts';
import { CommentChanges } from './comment-changes.ts';
import { ContributorLimits } from './contributor-limits.ts';
import { copyAnnotations } from './copy-annotations.ts';
import { DocumentConstraints } from './document-constraints.ts';
import { DocumentIntake } from './document-intake.ts';
import { annotationHandlers } from './annotation-handlers.ts';
import { AnnotationBatches } from './annotation-batches.ts';
import { AnnotationHooks } from './annotation-hooks.ts';
import { AnnotationRights } from './annotation-rights.ts';
import { Annotations } from './annotations.ts';
import { AnnotationVersions } from './annotation-versions.ts';
import { AnnotationWriter } from './annotation-writer.ts';
import { DocumentFolds } from './large/document-folds.ts';
import { LargeDocuments } from './large/large-documents.ts';
import { largeHandlers } from './large/large-handlers.ts';
import { ObjectIndex } from './large/object-index.ts';
import { ObjectReader } from './large/object-reader.ts';
import { ObjectSaves } from './large/object-saves.ts';
import { Masks } from './masks.ts';
import { DocumentAcceptance } from './document-acceptance.ts';
import { AnnotationSummaries } from './item-summaries.ts';
import { MissingClasses } from './missing-classes.ts';
import { openCommentsField } from './open-comments-field.ts';
import { missingValueField } from './missing-value-field.ts';
import { MissingValues } from './missing-values.ts';
import { OpenedItems } from './opened-items.ts';
import { RequiredAttributes } from './required-attributes.ts';
import { ReviewRights } from './review-rights.ts';
import { ShapeLimits } from './shape-limits.ts';
import { ValueCopies } from './value-copies.ts';

/** Milliseconds between two looks for large documents that are behind their objects. */
const SWEEP_MS = 30_000;

export default defineServerHalf(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  provides: [
    CommentChanges,
    AnnotationRights,
    Annotations,
    AnnotationVersions,
    AnnotationWriter,
    AnnotationBatches,
    AnnotationHooks,
    Masks,
    ValueCopies,
  ],
  bindings(container) {
    container.bind(AnnotationHooks).toSelf();
    container.bind(Masks).toSelf();
    container.bind(AnnotationRights).toSelf();
    container.bind(ReviewRights).toSelf();
    container.bind(ContributorLimits).toSelf();
    container.bind(ShapeLimits).toSelf();
    container.bind(AnnotationTransfer).toSelf();
    container.bind(ClassMergeDocuments).toSelf();
    container.bind(AnnotationSummaries).toSelf();
    container.bind(MissingClasses).toSelf();
    container.bind(AnnotationPresenter).toSelf();
    container.bind(AnnotationReader).toSelf();
    container.bind(AnnotationStore).toSelf();
    container.bind(DocumentIntake).toSelf();
    container.bind(Annotations).toSelf();
    container.bind(AnnotationVersions).toSelf();
    container.bind(CommentChanges).toSelf();
    container.bind(DocumentAcceptance).toSelf();
    container.bind(AnnotationWriter).toSelf();
    container.bind(AnnotationBatches).toSelf();
    container.bind(OpenedItems).toSelf();
    container.bind(RequiredAttributes).toSelf();
    container.bind(DocumentConstraints).toSelf();
    container.bind(MissingValues).toSelf();
    container.bind(LargeDocuments).toSelf();
    container.bind(ObjectIndex).toSelf();
    container.bind(ObjectReader).toSelf();
    container.bind(ObjectSaves).toSelf();
    container.bind(DocumentFolds).toSelf();
    container.bind(ValueCopies).toSelf();
  },
  activate({ get, implement, job, own, tap }) {
    const { constraining } = get(ItemsHooks);
    tap(constraining.for('required_attributes'), async (context, found, item) => [
      ...(found ?? []),
      ...(await get(RequiredAttributes).findings(context, item)),
    ]);
    tap(constraining.for('all_comments_resolved'), async (context, found, item) => [
      ...(found ?? []),
      ...(await get(DocumentConstraints).openComments(context, item)),
    ]);
    tap(constraining.for('min_instances'), async (context, found, item, { n }) => [
      ...(found ?? []),
      ...(await get(DocumentConstraints).fewObjects(context, item, Number(n))),
    ]);
    const crossing = get(AnnotationTransfer);
    tap(get(ItemsHooks).copyingAnnotations, async (context, copying) => {
      if (copying.projectId === copying.sourceProjectId) await copyAnnotations(context, copying);
      else await crossing.carry(context, copying);
    });
    tap(get(ItemsHooks).surveying, async (context, found, asked) => [
      ...found,
      ...(await crossing.survey(context, asked)),
    ]);
    tap(
      get(ItemsHooks).crossing,
      async (context, refusals, asked) => new Map([...refusals, ...(await crossing.refusals(context, asked))]),
    );
    tap(
      get(ItemsHooks).marking,
      async (context, marks, ids) => new Map([...marks, ...(await crossing.marks(context, ids))]),
    );
    tap(
      get(ItemsHooks).querying,
      (_, fields) =>
        new Map([
          ...fields,
          ['has_annotations', annotatedField],
          ['missing_value', missingValueField],
          ['open_comments', openCommentsField],
        ]),
    );
    tap(get(ClassesHooks).counting, (context, _, projectId) => () => countClassUses(context, projectId));
    tap(
      get(ItemsHooks).summarizing,
      async (context, found, projectId, items) =>
        new Map([...found, ...(await get(AnnotationSummaries).of(context, projectId, items))]),
    );
    tap(get(ClassesHooks).merging, (context, merge) => get(ClassMergeDocuments).run(context, merge));
    tap(get(ClassesHooks).changed, () => get(DocumentIntake).forgetClasses());
    job('objects', (run, context) => get(ObjectIndex).run(run, context));
    const folds = get(DocumentFolds);
    job('fold', (run, context) => folds.run(run, context));
    own(
      every(
        SWEEP_MS,
        () => folds.sweep(),
        error => get(LogToken).error({ err: error }, 'documents were not updated'),
      ),
    );
    implement(missingValuesApi, {
      countMissingValues: ({ params, query }, context) =>
        get(MissingValues).count(context, params.project_id, query.group_ids),
    });
    implement(annotationDocumentApi, {
      ...annotationHandlers({
        opened: get(OpenedItems),
        items: get(Items),
        annotations: get(Annotations),
        versions: get(AnnotationVersions),
        writer: get(AnnotationWriter),
        rights: get(AnnotationRights),
        masks: get(Masks),
        limits: get(ContributorLimits),
        large: get(LargeDocuments),
      }),
      ...largeHandlers({
        large: get(LargeDocuments),
        reader: get(ObjectReader),
        saves: get(ObjectSaves),
        items: get(Items),
      }),
    });
  },
});
