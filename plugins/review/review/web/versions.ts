import { inject } from 'inversify';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import type { AnnotationVersion } from '#plugins/annotate/annotations/common/index.ts';
import { annotationDocumentApi, readDocument } from '#plugins/annotate/annotations/common/index.ts';
import type { OpenItem } from '#plugins/annotate/editor/web/kit/index.ts';
import { OpenItemToken } from '#plugins/annotate/editor/web/kit/index.ts';
import type { ItemVersion } from '../common/mask-version.ts';

/** Names an item of a project. */
export interface ItemPlace {
  readonly projectId: number;
  readonly itemId: number;
}

/**
 * Versions that are kept, so that stepping between them asks once; of those with masks, which take two bytes a pixel,
 * fewer.
 */
const KEPT = 8;
const KEPT_MASKS = 2;

/** Stored versions of items. A version never changes, so what was read once is kept. */
export class Versions {
  readonly #api: Client<typeof annotationDocumentApi>;
  readonly #known = new Map<string, Promise<ItemVersion>>();

  constructor(
    @inject(Transport) transport: Transport,
    @inject(OpenItemToken) private readonly open: OpenItem,
  ) {
    this.#api = client(annotationDocumentApi, transport);
  }

  /** Newest first. */
  async list({ projectId, itemId }: ItemPlace): Promise<readonly AnnotationVersion[]> {
    return (await this.#api.listVersions({ params: { project_id: projectId, item_id: itemId } })).data;
  }

  /** A stored version of the open item. */
  version({ projectId, itemId }: ItemPlace, revision: number): Promise<ItemVersion> {
    const painted = this.open.now?.session.scene.raster !== undefined;
    const key = `${projectId} ${itemId} ${revision}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const asked = this.#api
      .getVersion({ params: { project_id: projectId, item_id: itemId, revision } })
      .then(async ({ document, mask }) => ({
        document: readDocument(document),
        mask: painted ? await this.open.readMask(mask?.url) : undefined,
      }));
    this.#known.set(key, asked);
    asked.catch(() => this.#known.delete(key));
    for (const each of [...this.#known.keys()].slice(0, painted ? -KEPT_MASKS : -KEPT)) this.#known.delete(each);
    return asked;
  }
}
