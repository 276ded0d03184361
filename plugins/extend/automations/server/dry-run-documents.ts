import { inject, injectable } from 'inversify';
import type { RequestContext } from '#core/api/server/index.ts';
import { emptyDocument } from '#plugins/annotate/annotations/common/index.ts';
import { Annotations, AnnotationVersions, Masks } from '#plugins/annotate/annotations/server/kit/index.ts';
import { Items } from '#plugins/workspace/items/server/kit/index.ts';
import { ProjectType } from '#plugins/workspace/projects/common/index.ts';
import type { DryRunResult, RecordedDocument } from '../common/dry-run.ts';
import type { ChangedAnnotations } from './actions/action.ts';

/** Items whose annotations are shown, and characters of stored JSON of all of them. */
const MOST = 50;
const MOST_CHARACTERS = 4_000_000;

/** Reads the annotations that a dry run changes, before and after, inside its transaction. */
@injectable()
export class DryRunDocuments {
  constructor(
    @inject(Items) private readonly items: Items,
    @inject(Annotations) private readonly annotations: Annotations,
    @inject(AnnotationVersions) private readonly versions: AnnotationVersions,
    @inject(Masks) private readonly masks: Masks,
  ) {}

  /** Returns the documents of items of one project; those that are gone by the end are left out. */
  async of(
    context: RequestContext,
    projectId: number,
    changed: readonly ChangedAnnotations[],
  ): Promise<Pick<DryRunResult, 'documents' | 'more_documents'>> {
    // Of an item that was changed several times, what was there before the first.
    const first = new Map<number, number>();
    for (const { itemId, revision } of changed) if (!first.has(itemId)) first.set(itemId, revision);
    if (first.size === 0) return { documents: [], more_documents: 0 };
    const rows = await this.items.byIds(context, projectId, [...first.keys()]);
    const painted = (await this.annotations.project(context, projectId)).typeNumber === ProjectType.Pixel;
    const sizes = await this.annotations.sizes(context, [...rows.keys()]);
    const documents: RecordedDocument[] = [];
    let characters = 0;
    for (const [itemId, revision] of first) {
      const row = rows.get(itemId);
      if (row === undefined) continue;
      characters += 2 * (sizes.get(itemId)?.size ?? 0);
      if (documents.length === MOST || (documents.length > 0 && characters > MOST_CHARACTERS)) break;
      const before = revision === 0 ? emptyDocument(row.name) : await this.versions.get(context, row, revision);
      const { document: after } = await this.annotations.of(context, row);
      const addressOf = async (document: object): Promise<string | null> =>
        (await this.masks.address(context, document, row.name))?.url ?? null;
      documents.push({
        item_id: itemId,
        item_name: row.name,
        before: { ...before },
        after: { ...after },
        masks: painted ? { before: await addressOf(before), after: await addressOf(after) } : null,
      });
    }
    return { documents, more_documents: [...first.keys()].filter(id => rows.has(id)).length - documents.length };
  }
}
