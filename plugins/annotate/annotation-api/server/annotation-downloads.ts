import { setImmediate } from 'node:timers/promises';
import { inject } from 'inversify';
import { inTurns, notFound, serializing } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { documentKind, handedOut, isCompact } from '#plugins/annotate/annotations/common/index.ts';
import type { IntakeProject, NativeAnnotation } from '#plugins/annotate/annotations/server/kit/index.ts';
import { Annotations } from '#plugins/annotate/annotations/server/kit/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import { Folders, Items } from '#plugins/workspace/items/server/kit/index.ts';
import { smallGroups } from '../common/small-groups.ts';

/** Separates two documents of a stream: six characters, no line feeds. */
const DELIMITER = '\\n;)\\n';

/** Names the stored annotation of an item; another one after every write. */
export const etagOf = (itemId: number, revision: number): string => `${itemId}-${revision}`;

/** Reads annotations for scripts, in the shape they ask for. */
export class AnnotationDownloads {
  constructor(
    @inject(Items) private readonly items: Items,
    @inject(Folders) private readonly folders: Folders,
    @inject(Annotations) private readonly annotations: Annotations,
  ) {}

  /** Every item of the project that the caller sees is in one of the two; unknown ids are left out. */
  async classify(
    context: RequestContext,
    projectId: number,
    itemIds: readonly number[],
  ): Promise<ReturnType<typeof smallGroups>> {
    const rows = await this.#rows(context, projectId, itemIds);
    const sizes = await this.annotations.sizes(
      context,
      rows.map(row => row.id),
    );
    return smallGroups(rows.map(({ id }) => ({ id, size: sizes.get(id)?.size ?? 0 })));
  }

  /** Documents with the delimiter between them. What can be refused is refused before the first one. */
  async stream(
    context: RequestContext,
    projectId: number,
    itemIds: readonly number[],
    transform: string | undefined,
  ): Promise<AsyncGenerator<string>> {
    const rows = await this.#rows(context, projectId, itemIds);
    const project = await this.annotations.project(context, projectId);
    return this.#texts(context, project, rows, transform);
  }

  /**
   * One annotation.
   * @throws Fault NOT_FOUND for an item the caller does not see and, with `present`, for one that nobody annotated.
   */
  async one(
    context: RequestContext,
    projectId: number,
    itemId: number,
    transform: string | undefined,
    present: boolean,
  ): Promise<JsonRecord> {
    return context.transaction(async () => {
      const item = await this.items.get(context, itemId, projectId);
      const project = await this.annotations.project(context, projectId);
      for await (const each of this.annotations.native(context, [item], project)) {
        if (present && each.document === undefined) break;
        const document = await this.#document(context, project, each, transform, new Map());
        return present
          ? { ...document, metadata: { ...(document['metadata'] as JsonRecord), etag: etagOf(item.id, each.revision) } }
          : document;
      }
      throw notFound('The annotation');
    });
  }

  async *#texts(
    context: RequestContext,
    project: IntakeProject,
    rows: readonly ItemRow[],
    transform: string | undefined,
  ): AsyncGenerator<string> {
    const names = new Map<number, string | undefined>();
    let between = '';
    for await (const each of this.annotations.native(context, rows, project)) {
      const document = await this.#document(context, project, each, transform, names);
      yield between + (await inTurns(serializing(document), setImmediate));
      between = DELIMITER;
    }
  }

  async #document(
    context: RequestContext,
    project: IntakeProject,
    { item, view, stamp, document, revision }: NativeAnnotation,
    transform: string | undefined,
    names: Map<number, string | undefined>,
  ): Promise<JsonRecord> {
    const kind = documentKind(project.typeNumber);
    const folderName =
      kind === 'form' && isCompact(transform) ? await this.#folderName(context, item, names) : undefined;
    const category = view.categories[0]?.category_name;
    return handedOut(
      document,
      { kind, item: stamp, url: view.url, etag: etagOf(item.id, revision), folderName, category },
      transform,
    );
  }

  async #folderName(
    context: RequestContext,
    item: ItemRow,
    names: Map<number, string | undefined>,
  ): Promise<string | undefined> {
    if (!names.has(item.folder_id)) {
      const folder = await this.folders.get(context, item.project_id, item.folder_id);
      names.set(item.folder_id, folder.is_root ? undefined : folder.name);
    }
    return names.get(item.folder_id);
  }

  async #rows(context: RequestContext, projectId: number, itemIds: readonly number[]): Promise<readonly ItemRow[]> {
    const wanted = [...new Set(itemIds)];
    const found = await this.items.byIds(context, projectId, wanted);
    return wanted.flatMap(id => found.get(id) ?? []);
  }
}
