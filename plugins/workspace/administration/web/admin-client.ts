import { inject } from 'inversify';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { maintenanceApi } from '#core/maintenance/common/index.ts';
import { adminApi } from '../common/api.ts';
import { invitationsApi } from '../common/invitations-api.ts';
import { installationApi, organizationPeopleApi } from '../common/people-api.ts';
import { adminPluginsApi } from '../common/plugins-api.ts';

/** Calls of this plugin. */
export class AdminClient {
  readonly api: Client<typeof adminApi>;
  readonly plugins: Client<typeof adminPluginsApi>;
  readonly maintenance: Client<typeof maintenanceApi>;

  readonly installation: Client<typeof installationApi>;
  readonly organizationPeople: Client<typeof organizationPeopleApi>;
  readonly invitations: Client<typeof invitationsApi>;

  constructor(@inject(Transport) transport: Transport) {
    this.api = client(adminApi, transport);
    this.installation = client(installationApi, transport);
    this.organizationPeople = client(organizationPeopleApi, transport);
    this.invitations = client(invitationsApi, transport);
    this.plugins = client(adminPluginsApi, transport);
    this.maintenance = client(maintenanceApi, transport);
  }
}
