import { inject } from 'inversify';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { annotationDocumentApi } from '#plugins/annotate/annotations/common/index.ts';
import { itemsApi } from '#plugins/workspace/items/common/index.ts';
import { itemPageApi } from '../common/api.ts';

/** Calls of this page. */
export class ItemPageClient {
  readonly items: Client<typeof itemsApi>;
  readonly editor: Client<typeof annotationDocumentApi>;
  readonly history: Client<typeof itemPageApi>;

  constructor(@inject(Transport) transport: Transport) {
    this.items = client(itemsApi, transport);
    this.editor = client(annotationDocumentApi, transport);
    this.history = client(itemPageApi, transport);
  }
}
