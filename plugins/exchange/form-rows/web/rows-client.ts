import { inject } from 'inversify';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { rowsApi } from '../common/rows-api.ts';

/** Calls of this plugin. */
export class RowsClient {
  readonly rows: Client<typeof rowsApi>;

  constructor(@inject(Transport) readonly transport: Transport) {
    this.rows = client(rowsApi, transport);
  }
}
