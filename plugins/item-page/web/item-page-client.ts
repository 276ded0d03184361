import { inject } from 'inversify';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { editorApi } from '#plugins/editor/common/api.ts';
import { itemsApi } from '#plugins/items/common/api.ts';
import { itemPageApi } from '../common/api.ts';

/** Calls of this page. */
export class ItemPageClient {
  readonly items: Client<typeof itemsApi>;
  readonly editor: Client<typeof editorApi>;
  readonly history: Client<typeof itemPageApi>;

  constructor(@inject(Transport) transport: Transport) {
    this.items = client(itemsApi, transport);
    this.editor = client(editorApi, transport);
    this.history = client(itemPageApi, transport);
  }
}
