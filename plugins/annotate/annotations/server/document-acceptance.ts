import { inject } from 'inversify';
import { notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import { documentKind } from '../common/document-kind.ts';
import { isRecord } from '../common/json-value.ts';
import { AnnotationReader } from './annotation-reader.ts';
import { AnnotationRights } from './annotation-rights.ts';
import type { DocumentSource, IntakeProject } from './document-intake.ts';
import type { OwnWork } from './annotation-hooks.ts';
import { AnnotationHooks } from './annotation-hooks.ts';

/** Merges a document with the parts of the stored one that its author may not change. */
export class DocumentAcceptance {
  constructor(
    @inject(AnnotationReader) private readonly reader: AnnotationReader,
    @inject(AnnotationRights) private readonly rights: AnnotationRights,
    @inject(AnnotationHooks) private readonly hooks: AnnotationHooks,
  ) {}

  /**
   * Returns what the caller may save of a document whose parts are not all theirs. A save on an old revision is refused
   * later, by the save itself.
   */
  async of(
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
}
