import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { conflict, Fault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { isFinished } from '#core/data/common/index.ts';
import type { Jobs } from '#core/data/server/index.ts';
import { JobsToken } from '#core/kernel/server/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import { Items } from '#plugins/workspace/items/server/kit/index.ts';
import { ProjectType } from '#plugins/workspace/projects/common/index.ts';
import { Projects } from '#plugins/workspace/projects/server/kit/index.ts';
import type { AnnotationDocument } from '../../common/document.ts';
import { LARGE_OBJECTS } from '../../common/large/object-cells.ts';
import type { JsonRecord } from '../../common/json-value.ts';
import { AnnotationHooks } from '../annotation-hooks.ts';
import { AnnotationPresenter } from '../annotation-presenter.ts';
import { AnnotationReader } from '../annotation-reader.ts';
import type { AnnotationTables } from '../annotation-tables.ts';
import { DocumentIntake } from '../document-intake.ts';

/** State of the stored document of an item, and of the rows of its objects. */
interface StoredLarge {
  readonly revision: number;
  readonly count: number;
  readonly updated_by: string;
  readonly updated_at: Date;
  readonly index_revision: number | null;
  readonly ready: boolean | null;
  readonly job_id: string | null;
  readonly rest: JsonRecord | null;
}

/** A large document as it is opened. */
export interface LargeDocument {
  readonly item: ItemRow;
  /** The document with those objects alone that are nowhere on the image. */
  readonly document: AnnotationDocument;
  readonly revision: number;
  readonly updatedBy: string;
  readonly updatedAt: Date;
  /** Objects of the entire document. */
  readonly count: number;
  /** The job that prepares the rows; undefined when they are there. */
  readonly jobId: string | undefined;
}

/** Documents of tiled images with so many objects that they are loaded by viewport. */
export class LargeDocuments {
  constructor(
    @inject(JobsToken) private readonly jobs: Jobs,
    @inject(Items) private readonly items: Items,
    @inject(Projects) private readonly projects: Projects,
    @inject(AnnotationHooks) private readonly hooks: AnnotationHooks,
    @inject(AnnotationReader) private readonly reader: AnnotationReader,
    @inject(AnnotationPresenter) private readonly presenter: AnnotationPresenter,
    @inject(DocumentIntake) private readonly intake: DocumentIntake,
  ) {}

  /**
   * Opens a document without reading its objects; undefined for one that is read whole. The first time it begins the
   * job that prepares the objects.
   * @throws Fault NOT_FOUND for an item that the caller does not see
   */
  async open(context: RequestContext, projectId: number, itemId: number): Promise<LargeDocument | undefined> {
    if ((await this.projects.facts(context, projectId))?.type !== ProjectType.Tiled) return undefined;
    const stored = await this.#stored(context, itemId);
    if (stored === undefined || stored.count <= LARGE_OBJECTS) return undefined;
    const item = await this.items.get(context, itemId, projectId);
    if ((await this.hooks.working.promise(context, item)) !== undefined) return undefined;
    const isReady = stored.ready === true && stored.index_revision === stored.revision;
    const jobId = isReady ? undefined : await this.#preparing(context, item, stored);
    // Who looks as somebody else begins no job, and a document that cannot be prepared is read whole.
    if (!isReady && jobId === undefined) return undefined;
    return {
      item,
      document: await this.present(
        context,
        item,
        isReady ? stored.rest! : { metadata: { name: item.name } },
        isReady ? await this.#placeless(context, itemId) : [],
      ),
      revision: stored.revision,
      updatedBy: stored.updated_by,
      updatedAt: stored.updated_at,
      count: stored.count,
      jobId,
    };
  }

  /**
   * @throws Fault VERSION_TOO_LARGE (422) for a version of an item that is opened without its objects: a browser would
   * have to hold all of them
   */
  async demandWhole(context: RequestContext, item: ItemRow, revision: number): Promise<void> {
    if ((await this.projects.facts(context, item.project_id))?.type !== ProjectType.Tiled) return;
    const version = await context.transaction((trx: Kysely<AnnotationTables>) =>
      trx
        .selectFrom('annotations.annotation_version')
        .select('instance_count')
        .where('item_id', '=', item.id)
        .where('revision', '=', revision)
        .executeTakeFirst(),
    );
    if (version !== undefined && version.instance_count > LARGE_OBJECTS)
      throw new Fault(
        'VERSION_TOO_LARGE',
        `This version has ${version.instance_count.toLocaleString('en')} objects. Versions with more than ${LARGE_OBJECTS.toLocaleString('en')} can be restored, but not shown or compared.`,
        { status: 422 },
      );
  }

  /** Returns a document of these objects, with the classes and the facts of the item as they are now. */
  async present(
    context: RequestContext,
    item: ItemRow,
    rest: JsonRecord,
    instances: readonly unknown[],
  ): Promise<AnnotationDocument> {
    const [stamp] = await this.reader.stamps(context, [item]);
    const project = await this.intake.project(context, item.project_id);
    return this.presenter.opened(context, item, { ...rest, instances }, stamp!, project);
  }

  /**
   * Returns the item and the revision of its rows.
   * @throws Fault NOT_FOUND for an item that the caller does not see, FORBIDDEN for who works on a copy of their own,
   * CONFLICT (409) while the rows are not those of the newest revision
   */
  async prepared(
    context: RequestContext,
    projectId: number,
    itemId: number,
  ): Promise<{ readonly item: ItemRow; readonly revision: number }> {
    const item = await this.items.get(context, itemId, projectId);
    if ((await this.hooks.working.promise(context, item)) !== undefined)
      throw new Fault('FORBIDDEN', 'You have a copy of this item of your own, which is opened whole.', { status: 403 });
    const stored = await this.#stored(context, itemId);
    if (stored?.ready !== true || stored.index_revision !== stored.revision)
      throw conflict({
        revision: stored?.revision ?? 0,
        updatedBy: stored?.updated_by,
        updatedAt: stored?.updated_at.toISOString(),
      });
    return { item, revision: stored.revision };
  }

  /** The job that prepares the rows of a document, begun when none does. */
  async #preparing(context: RequestContext, item: ItemRow, stored: StoredLarge): Promise<string | undefined> {
    const running = stored.job_id === null ? undefined : await this.jobs.get(context.team.id, stored.job_id);
    if (running !== undefined && !isFinished(running.state)) return running.id;
    const isVain = running?.state === 'FAILED' && stored.index_revision === stored.revision;
    if (isVain || context.viewer !== undefined) return undefined;
    const { id } = await this.jobs.enqueue(undefined, {
      teamId: context.team.id,
      plugin: 'annotations',
      name: 'objects',
      subject: { project_id: item.project_id, item_id: item.id },
      creatorId: context.user.id,
    });
    await context.transaction((trx: Kysely<AnnotationTables>) =>
      sql`insert into annotations.object_index (team_id, item_id, revision, rest, job_id)
        values (${context.team.id}::int, ${item.id}::int, ${stored.revision}::int, '{}'::jsonb, ${id}::text)
        on conflict (team_id, item_id) do update set ready = false, revision = excluded.revision, job_id = excluded.job_id`.execute(
        trx,
      ),
    );
    return id;
  }

  async #stored(context: RequestContext, itemId: number): Promise<StoredLarge | undefined> {
    const { rows } = await context.transaction((trx: Kysely<AnnotationTables>) =>
      sql<StoredLarge>`
        select kept.revision, kept.instance_count as count, kept.updated_by, kept.updated_at,
          parts.revision as index_revision, parts.ready, parts.job_id, parts.rest
        from annotations.annotation as kept
        left join annotations.object_index as parts on parts.team_id = kept.team_id and parts.item_id = kept.item_id
        where kept.team_id = ${context.team.id}::int and kept.item_id = ${itemId}::int`.execute(trx),
    );
    return rows[0];
  }

  async #placeless(context: RequestContext, itemId: number): Promise<readonly unknown[]> {
    const { rows } = await context.transaction((trx: Kysely<AnnotationTables>) =>
      sql<{ data: unknown }>`select data from annotations.object
        where team_id = ${context.team.id}::int and item_id = ${itemId}::int and size is null order by place, id`.execute(
        trx,
      ),
    );
    return rows.map(row => row.data);
  }
}
