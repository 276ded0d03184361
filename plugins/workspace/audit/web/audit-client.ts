import { inject } from 'inversify';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { auditApi } from '../common/api.ts';

/** Calls of this plugin. */
export class AuditClient {
  readonly api: Client<typeof auditApi>;

  constructor(@inject(Transport) transport: Transport) {
    this.api = client(auditApi, transport);
  }
}
