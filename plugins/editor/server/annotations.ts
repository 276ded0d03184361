import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { onCommit } from '#core/data/server/index.ts';
import { itemStatusOf } from '#plugins/items/common/item-status.ts';
import type { ItemRow } from '#plugins/items/server/kit/index.ts';
import { Items } from '#plugins/items/server/kit/index.ts';
import type { AnnotationVersion } from '../common/api.ts';
import type { DocumentIssue } from '../common/checks.ts';
import type { AnnotationDocument } from '../common/document.ts';
import { readDocument } from '../common/document.ts';
import { editorEvents } from '../common/events.ts';
import type { JsonRecord } from '../common/json-value.ts';
import type { MissingResources } from '../common/resolve-classes.ts';
import { resolveClasses } from '../common/resolve-classes.ts';
import type { StampItem } from '../common/stamp-document.ts';
import { neverAnnotated, presentDocument } from '../common/stamp-document.ts';
import { AnnotationRights } from './annotation-rights.ts';
import { AnnotationStore } from './annotation-store.ts';
import { DocumentIntake } from './document-intake.ts';
import type { DocumentSource, IntakeProject } from './document-intake.ts';
import { EditorHooks } from './editor-hooks.ts';
import type { EditorTables } from './editor-tables.ts';

/** Documents read from the database at a time; one may have 15 MiB and more. */
const READ_BATCH = 20;

/** The annotations of one item as they are handed out: names and ids are those of the project now. */
export interface ItemAnnotation {
  readonly item: ItemRow;
  readonly document: AnnotationDocument;
  /** 0 when nothing was ever stored. */
  readonly revision: number;
  readonly updatedBy: string | undefined;
  readonly updatedAt: Date | undefined;
}

export interface PutOptions {
  /** `editor` when absent. */
  readonly source?: DocumentSource;
  readonly op?: string;
  /** Absent: written over whatever is there. */
  readonly base?: number;
  /** The item stays in its status; otherwise one that is not started is in progress from now on. */
  readonly keepStatus?: boolean;
  /** Read once for many items of one project. */
  readonly project?: IntakeProject;
}

export interface PutResult {
  readonly revision: number;
  /** The operation was done before; nothing happened now. */
  readonly replayed: boolean;
  /** Status of the item now. */
  readonly status: number;
  readonly warnings: readonly DocumentIssue[];
  readonly missingResources: MissingResources;
}

const nothingMissing: MissingResources = { class: [], attribute: [], attributeGroup: [], template: [] };

/** Annotations of items. Items are rows that {@link Items} gave, so the caller sees them. */
export class Annotations {
  constructor(
    @inject(Items) private readonly items: Items,
    @inject(DocumentIntake) private readonly intake: DocumentIntake,
    @inject(AnnotationStore) private readonly store: AnnotationStore,
    @inject(AnnotationRights) private readonly rights: AnnotationRights,
    @inject(EditorHooks) private readonly hooks: EditorHooks,
  ) {}

  /** What documents of a project need; give it to `put` and `get` when there are many. */
  project(context: RequestContext, projectId: number): Promise<IntakeProject> {
    return this.intake.project(context, projectId);
  }

  /** The annotations of items of one project, in the given order, a few in memory at a time. Items never annotated come with an empty document. */
  async *get(context: RequestContext, items: readonly ItemRow[], known?: IntakeProject): AsyncGenerator<ItemAnnotation> {
    const [first] = items;
    if (first === undefined) return;
    const project = known ?? await this.project(context, first.project_id);
    for (let start = 0; start < items.length; start += READ_BATCH) {
      const batch = items.slice(start, start + READ_BATCH);
      const views = await this.#stampItems(context, batch);
      const rows = await context.transaction((trx: Kysely<EditorTables>) => trx.selectFrom('editor.annotation').selectAll().where('item_id', 'in', batch.map(each => each.id)).execute());
      const byItem = new Map(rows.map(row => [row.item_id, row]));
      for (const [index, item] of batch.entries()) {
        const row = byItem.get(item.id);
        yield { item, document: present(row?.document, views[index]!, project), revision: row?.revision ?? 0, updatedBy: row?.updated_by, updatedAt: row?.updated_at };
      }
    }
  }

  /** The annotations of one item. */
  async of(context: RequestContext, item: ItemRow, project?: IntakeProject): Promise<ItemAnnotation> {
    for await (const each of this.get(context, [item], project)) return each;
    throw notFound('The item');
  }

  /**
   * Stores a document: once per operation, and only on its base revision when one is given.
   * @throws Fault FORBIDDEN (403) when the right or the item's status forbids it, ANNOTATION_INVALID (422) with the findings,
   * CONFLICT (409) with the newest revision. Nothing is stored then.
   */
  async put(context: RequestContext, item: ItemRow, data: unknown, options: PutOptions = {}): Promise<PutResult> {
    const { op, base, source = 'editor' } = options;
    const done = op === undefined ? undefined : await this.store.done(context, item.id, op);
    if (done !== undefined) return { revision: done, replayed: true, status: item.annotation_status, warnings: [], missingResources: nothingMissing };
    await this.rights.demandWrite(context, item);
    const project = options.project ?? await this.project(context, item.project_id);
    const { document, json, warnings, missingResources } = await this.intake.take(context, project, item, data, source);
    const stored = await this.#write(context, item, { op, base, json, document, keepStatus: options.keepStatus === true });
    return { ...stored, warnings, missingResources };
  }

  /** Deletes the annotations of items; earlier versions stay and can be restored. */
  async deleteAll(context: RequestContext, items: readonly ItemRow[]): Promise<void> {
    await context.transaction(async () => {
      for (const item of items) {
        await this.rights.demandWrite(context, item);
        const { revision } = await this.store.write(context, item, { json: null, instanceCount: 0 });
        await context.publish(editorEvents.annotationSaved, { project_id: item.project_id, item_id: item.id, revision });
      }
    });
  }

  /** Stored versions, newest first. */
  async versions(context: RequestContext, item: ItemRow): Promise<readonly AnnotationVersion[]> {
    const rows = await context.transaction((trx: Kysely<EditorTables>) => trx.selectFrom('editor.annotation_version')
      .select(['revision', 'updated_by', 'updated_at', 'instance_count', 'size']).where('item_id', '=', item.id).orderBy('revision', 'desc').execute());
    return rows.map(row => ({ revision: row.revision, updatedBy: row.updated_by, updatedAt: row.updated_at.toISOString(), instanceCount: row.instance_count, size: row.size }));
  }

  /** One stored version, with today's classes. Throws NOT_FOUND. */
  async version(context: RequestContext, item: ItemRow, revision: number): Promise<AnnotationDocument> {
    const row = await context.transaction((trx: Kysely<EditorTables>) => trx.selectFrom('editor.annotation_version').select('document').where('item_id', '=', item.id).where('revision', '=', revision).executeTakeFirst());
    if (row === undefined) throw notFound('The version');
    return present(row.document, (await this.#stampItems(context, [item]))[0]!, await this.project(context, item.project_id));
  }

  async #write(context: RequestContext, item: ItemRow, write: { readonly op: string | undefined; readonly base: number | undefined; readonly json: string; readonly document: AnnotationDocument; readonly keepStatus: boolean }): Promise<{ readonly revision: number; readonly replayed: boolean; readonly status: number }> {
    return context.transaction(async () => {
      const { revision, replayed } = await this.store.write(context, item, { op: write.op, base: write.base, json: write.json, instanceCount: write.document.instances.length });
      if (replayed) return { revision, replayed, status: item.annotation_status };
      const stored = { item, revision, document: write.document };
      await this.hooks.storing.promise(context, stored);
      const status = write.keepStatus ? item.annotation_status : await this.items.started(context, item);
      await context.publish(editorEvents.annotationSaved, { project_id: item.project_id, item_id: item.id, revision });
      onCommit(() => this.hooks.saved.call(context, stored));
      return { revision, replayed, status };
    });
  }

  async #stampItems(context: RequestContext, rows: readonly ItemRow[]): Promise<readonly StampItem[]> {
    const views = await this.items.views(context, rows);
    return rows.map((row, index) => {
      const assignee = (role: number): string | null => views[index]!.assignments.find(each => each.user_role === role)?.user_id ?? null;
      return {
        id: row.id,
        name: row.name,
        projectId: row.project_id,
        status: itemStatusOf(row.annotation_status).name,
        annotatorEmail: assignee(1),
        qaEmail: assignee(2),
        width: row.width,
        height: row.height,
        pinned: row.is_pinned,
      };
    });
  }
}

function present(stored: unknown, item: StampItem, project: IntakeProject): AnnotationDocument {
  if (stored === null || stored === undefined) return readDocument(neverAnnotated(item));
  return readDocument(presentDocument(resolveClasses(stored as JsonRecord, project.classes, { ids: 'prefer' }).document, item));
}
