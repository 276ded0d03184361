import { setImmediate } from 'node:timers/promises';
import { inject } from 'inversify';
import { inTurns } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { ProjectType } from '#plugins/workspace/projects/common/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import type { DocumentKind } from '../common/document-kind.ts';
import { documentKind } from '../common/document-kind.ts';
import type { AnnotationDocument } from '../common/document.ts';
import { readingDocument } from '../common/document.ts';
import type { JsonRecord } from '../common/json-value.ts';
import { resolvingClasses } from '../common/resolve-classes.ts';
import type { StampItem } from '../common/stamp-document.ts';
import { neverAnnotated, presentDocument } from '../common/stamp-document.ts';
import { exportedLabels } from '../common/point-labels/segments.ts';
import { exportedTimeline, exportedTracks, storedTimeline } from '../common/timeline-document.ts';
import type { IntakeProject } from './document-intake.ts';
import { AnnotationHooks } from './annotation-hooks.ts';

/** Documents of these kinds say nothing of pins. */
const unpinned: ReadonlySet<DocumentKind> = new Set(['timeline', 'text', 'form']);

/**
 * Stored documents as they are handed out: with the classes and the facts of the item as they are now. Long documents
 * are prepared in turns, between which other calls are answered.
 */
export class AnnotationPresenter {
  constructor(@inject(AnnotationHooks) private readonly hooks: AnnotationHooks) {}

  /** As the editor of the project type opens it; nothing stored is an empty document. */
  async opened(
    context: RequestContext,
    item: ItemRow,
    stored: unknown,
    stamp: StampItem,
    project: IntakeProject,
  ): Promise<AnnotationDocument> {
    const now =
      stored === null || stored === undefined
        ? neverAnnotated(stamp)
        : await this.stored(stored as JsonRecord, stamp, project);
    const opened = await this.hooks.opening.for(project.type).promise(context, now, item);
    const named =
      opened === now
        ? now
        : (await inTurns(resolvingClasses(opened, project.classes, { ids: 'prefer' }), setImmediate)).document;
    return inTurns(readingDocument(named), setImmediate);
  }

  /**
   * A document of {@link stored} in the form that files and clients have: the same, except for timelines and sequences
   * of scans.
   */
  exported(document: JsonRecord, project: IntakeProject): JsonRecord {
    if (project.typeNumber === ProjectType.PointCloud) return exportedLabels(exportedTracks(document));
    return documentKind(project.typeNumber) === 'timeline' ? exportedTimeline(document) : document;
  }

  /** In the form it is stored in. */
  async stored(stored: JsonRecord, { pinned, ...stamp }: StampItem, project: IntakeProject): Promise<JsonRecord> {
    const flat = documentKind(project.typeNumber) === 'timeline' ? storedTimeline(stored) : stored;
    const { document } = await inTurns(
      resolvingClasses(flat, project.classes, { ids: 'prefer', templates: project.templates }),
      setImmediate,
    );
    return presentDocument(
      document,
      pinned === undefined || unpinned.has(documentKind(project.typeNumber)) ? stamp : { ...stamp, pinned },
    );
  }
}
