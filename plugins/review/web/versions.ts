import { inject } from 'inversify';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import type { AnnotationVersion } from '#plugins/editor/common/api.ts';
import { editorApi } from '#plugins/editor/common/api.ts';
import type { AnnotationDocument } from '#plugins/editor/common/document.ts';
import { readDocument } from '#plugins/editor/common/document.ts';

/** Names an item of a project. */
export interface ItemPlace {
  readonly projectId: number;
  readonly itemId: number;
}

/** Documents that are kept, so that stepping between versions asks once. */
const KEPT = 8;

/** Stored versions of items. A version never changes, so what was read once is kept. */
export class Versions {
  readonly #api: Client<typeof editorApi>;
  readonly #known = new Map<string, Promise<AnnotationDocument>>();

  constructor(@inject(Transport) transport: Transport) {
    this.#api = client(editorApi, transport);
  }

  /** Newest first. */
  async list({ projectId, itemId }: ItemPlace): Promise<readonly AnnotationVersion[]> {
    return (await this.#api.listVersions({ params: { project_id: projectId, item_id: itemId } })).data;
  }

  document({ projectId, itemId }: ItemPlace, revision: number): Promise<AnnotationDocument> {
    const key = `${projectId} ${itemId} ${revision}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const asked = this.#api.getVersion({ params: { project_id: projectId, item_id: itemId, revision } }).then(answer => readDocument(answer.document));
    this.#known.set(key, asked);
    asked.catch(() => this.#known.delete(key));
    for (const each of [...this.#known.keys()].slice(0, -KEPT)) this.#known.delete(each);
    return asked;
  }
}
