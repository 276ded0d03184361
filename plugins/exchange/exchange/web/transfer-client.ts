import { inject } from 'inversify';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { foldersApi } from '#plugins/workspace/items/common/index.ts';
import { exportApi } from '../common/export-api.ts';
import { importApi } from '../common/import-api.ts';

/** Calls of this plugin. */
export class TransferClient {
  readonly exports: Client<typeof exportApi>;
  readonly imports: Client<typeof importApi>;
  readonly folders: Client<typeof foldersApi>;

  constructor(@inject(Transport) readonly transport: Transport) {
    this.exports = client(exportApi, transport);
    this.imports = client(importApi, transport);
    this.folders = client(foldersApi, transport);
  }
}
