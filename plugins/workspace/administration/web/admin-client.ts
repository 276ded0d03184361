import { inject } from 'inversify';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { maintenanceApi } from '#core/maintenance/common/index.ts';
import { adminApi } from '../common/api.ts';
import { adminPluginsApi } from '../common/plugins-api.ts';

/** Calls of this plugin. */
export class AdminClient {
  readonly api: Client<typeof adminApi>;
  readonly plugins: Client<typeof adminPluginsApi>;
  readonly maintenance: Client<typeof maintenanceApi>;

  constructor(@inject(Transport) transport: Transport) {
    this.api = client(adminApi, transport);
    this.plugins = client(adminPluginsApi, transport);
    this.maintenance = client(maintenanceApi, transport);
  }
}
