import { inject } from 'inversify';
import { Fault, invalidField, isFault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { Projects } from '#plugins/workspace/projects/server/kit/index.ts';
import { attachedPathProblem, generatedPath } from '../common/attached-url.ts';
import { otherStorageMessage } from '../common/storage-message.ts';
import { Folders } from './folders.ts';
import { ImageMeasuring } from './image-measuring.ts';
import { ItemWriter } from './item-writer.ts';
import type { NewItem } from './item-writer.ts';
import type { ItemRow } from './items-hooks.ts';
import { ItemsHooks } from './items-hooks.ts';

/** Facts of a client about an image beside its name. Sizes in pixels. */
export interface ExternalMeta {
  readonly width?: number | null | undefined;
  readonly height?: number | null | undefined;
  readonly integration_id?: number | null | undefined;
}

/** Items as the public client registers them. */
export interface ExternalRequest {
  readonly project_id: number;
  readonly folder_id?: number | null | undefined;
  /** 2 files that were put into object storage, 3 addresses, generated and empty items. */
  readonly upload_state: 2 | 3;
  readonly annotation_status?: number | null | undefined;
  readonly images: readonly {
    readonly name: string;
    readonly path?: string | null | undefined;
    readonly integration_id?: number | null | undefined;
  }[];
  readonly meta?: Readonly<Record<string, ExternalMeta | null>> | null | undefined;
}

const storage = { 2: 'basic', 3: 'external' } as const;

/** Registers items whose files lie elsewhere or were put before. */
export class ExternalItems {
  constructor(
    @inject(Projects) private readonly projects: Projects,
    @inject(Folders) private readonly folders: Folders,
    @inject(ItemWriter) private readonly writer: ItemWriter,
    @inject(ItemsHooks) private readonly hooks: ItemsHooks,
    @inject(ImageMeasuring) private readonly measuring: ImageMeasuring,
  ) {}

  /**
   * Makes the items; names that exist in the folder and keys nobody put are left out. A project that has not decided
   * yet keeps its files this way from now on.
   * @throws Fault UPLOAD_STATE (409), INVALID_FIELD, NOT_FOUND, FOLDER_LIMIT, PROJECT_LIMIT (422).
   */
  async create(context: RequestContext, request: ExternalRequest): Promise<readonly ItemRow[]> {
    const { project_id: projectId, upload_state: state } = request;
    const project = await this.projects.get(context, projectId);
    if (project.upload_state !== 1 && project.upload_state !== state) {
      const kept = project.upload_state === 2 ? 'basic' : 'external';
      throw new Fault('UPLOAD_STATE', otherStorageMessage(kept), {
        status: 409,
        details: { upload_state: project.upload_state, asked: storage[state] },
      });
    }
    const folder = await this.folders.get(context, projectId, request.folder_id ?? undefined);
    const items = state === 2 ? await this.#uploaded(context, request) : await this.#attached(context, request);
    return context.transaction(async () => {
      const rows = await this.writer.add(context, folder, items, request.annotation_status ?? undefined);
      if (project.upload_state === 1 && rows.length > 0) await this.projects.setUploadState(context, projectId, state);
      const unread = rows.filter(
        row => row.blob_hash !== null && (row.width === null || row.height === null || row.thumbnail_hash === null),
      );
      if (unread.length > 0)
        await this.measuring.enqueue(
          context,
          projectId,
          unread.map(row => row.id),
        );
      return rows;
    });
  }

  async #attached(
    context: RequestContext,
    { project_id: projectId, images, meta }: ExternalRequest,
  ): Promise<readonly NewItem[]> {
    const items = images.map(({ name, path, integration_id: given }, index): NewItem => {
      const known = metaOf(meta, name);
      const integrationId = known.integration_id ?? given ?? undefined;
      const size = { width: known.width ?? undefined, height: known.height ?? undefined };
      if (path === undefined || path === null || path === '' || path === generatedPath)
        return { name, source: 4, ...size };
      const problem = attachedPathProblem(path);
      if (problem !== undefined) throw invalidField(`images.${index}.path`, problem);
      return { name, source: integrationId === undefined ? 2 : 3, url: path, integrationId, ...size };
    });
    const integrations = [...new Set(items.flatMap(item => item.integrationId ?? []))];
    const refusal =
      integrations.length === 0
        ? undefined
        : await this.hooks.usingIntegrations.promise(context, projectId, integrations);
    if (isFault(refusal)) throw refusal;
    return items;
  }

  async #uploaded(
    context: RequestContext,
    { project_id: projectId, images, meta }: ExternalRequest,
  ): Promise<readonly NewItem[]> {
    const keys = [...new Set(images.flatMap(({ path }) => path ?? []))];
    const files = await this.hooks.resolvingUpload.promise(context, new Map(), projectId, keys);
    return images.flatMap(({ name, path }): NewItem[] => {
      const file = files.get(path ?? '');
      const { width, height } = metaOf(meta, name);
      return file === undefined
        ? []
        : [{ name, source: 1, file, width: width ?? undefined, height: height ?? undefined }];
    });
  }
}

/** Names are the keys of `meta`; one called `__proto__` is a name like any other. */
const metaOf = (meta: ExternalRequest['meta'], name: string): ExternalMeta =>
  meta !== undefined && meta !== null && Object.hasOwn(meta, name) ? (meta[name] ?? {}) : {};
