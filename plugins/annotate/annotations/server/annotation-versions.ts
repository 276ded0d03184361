import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import type { AnnotationVersion } from '../common/api.ts';
import type { AnnotationDocument } from '../common/document.ts';
import { AnnotationPresenter } from './annotation-presenter.ts';
import { AnnotationReader } from './annotation-reader.ts';
import type { AnnotationTables } from './annotation-tables.ts';

import { Annotations } from './annotations.ts';

/** Stored versions of annotations. Items are rows that the caller sees. */
export class AnnotationVersions {
  constructor(
    @inject(Annotations) private readonly annotations: Annotations,
    @inject(AnnotationReader) private readonly reader: AnnotationReader,
    @inject(AnnotationPresenter) private readonly presenter: AnnotationPresenter,
  ) {}

  /** Returns the stored versions of an item, newest first. */
  async list(context: RequestContext, item: ItemRow): Promise<readonly AnnotationVersion[]> {
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

  /** Returns one stored version with today's classes. @throws Fault NOT_FOUND. */
  async get(context: RequestContext, item: ItemRow, revision: number): Promise<AnnotationDocument> {
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
      await this.annotations.project(context, item.project_id),
    );
  }
}
