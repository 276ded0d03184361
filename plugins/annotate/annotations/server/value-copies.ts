import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import { editorEvents } from '../common/events.ts';
import { readDocument } from '../common/document.ts';
import type { FormValues } from '../common/form-values.ts';
import { formValues, plainData } from '../common/form-values.ts';
import { isRecord } from '../common/json-value.ts';
import { AnnotationHooks } from './annotation-hooks.ts';
import { AnnotationReader } from './annotation-reader.ts';
import { AnnotationStore } from './annotation-store.ts';
import type { AnnotationTables } from './annotation-tables.ts';

/** A new item that gets values of another one. */
export interface ValueCopy {
  readonly source: ItemRow;
  readonly target: ItemRow;
  /** The values appear to be stored together with those of this item: by the same person, at the same time. */
  readonly neighbour: ItemRow;
  /** Ids of the components whose values are copied. */
  readonly fields: ReadonlySet<string>;
}

/** Copies some of the values of a form from an item to a new one. */
export class ValueCopies {
  constructor(
    @inject(AnnotationReader) private readonly reader: AnnotationReader,
    @inject(AnnotationStore) private readonly store: AnnotationStore,
    @inject(AnnotationHooks) private readonly hooks: AnnotationHooks,
  ) {}

  /** Stores nothing where the source has none of the values. Inside the caller's transaction; rights are asked before. */
  async copy(context: RequestContext, { source, target, neighbour, fields }: ValueCopy): Promise<void> {
    const values = await this.#values(context, source, fields);
    if (values.size === 0) return;
    const { project_id: projectId } = target;
    const like = await context.transaction((trx: Kysely<AnnotationTables>) =>
      trx
        .selectFrom('annotations.annotation_version')
        .select(['document', 'updated_by', 'updated_at'])
        .where('team_id', '=', context.team.id)
        .where('item_id', '=', neighbour.id)
        .orderBy('revision')
        .limit(1)
        .executeTakeFirst(),
    );
    const { metadata, tags, comments } = isRecord(like?.document) ? like.document : {};
    const document = {
      metadata: { ...(isRecord(metadata) ? metadata : {}), name: target.name },
      data: plainData(values),
      ...(tags === undefined ? {} : { tags: [] }),
      ...(comments === undefined ? {} : { comments: [] }),
    };
    const revisions = await this.store.writeMany(context, projectId, [
      {
        itemId: target.id,
        json: JSON.stringify(document),
        instanceCount: [...values.values()].flat().length,
        ...(like === undefined ? {} : { by: like.updated_by, at: like.updated_at }),
      },
    ]);
    await this.hooks.storingMany.promise(context, projectId, [{ itemId: target.id, document: readDocument(document) }]);
    await context.publish(editorEvents.annotationsSaved, {
      project_id: projectId,
      saved: [...revisions].map(([itemId, revision]) => ({ item_id: itemId, revision })),
    });
  }

  async #values(context: RequestContext, source: ItemRow, fields: ReadonlySet<string>): Promise<FormValues> {
    for await (const [row] of this.reader.stored(context, [source.id]))
      return new Map([...formValues(row!.document)].filter(([id]) => fields.has(id)));
    return new Map();
  }
}
