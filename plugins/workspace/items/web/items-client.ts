import { inject } from 'inversify';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { contributorsApi, projectsApi } from '#plugins/workspace/projects/common/index.ts';
import { itemsApi } from '../common/api.ts';
import { itemChangeApi } from '../common/change-api.ts';
import { copyOrMoveApi } from '../common/copy-or-move-api.ts';
import { uploadsApi } from '../common/uploads-api.ts';
import { foldersApi } from '../common/wire-api.ts';

/** Calls of this plugin. */
export class ItemsClient {
  readonly items: Client<typeof itemsApi>;
  readonly folders: Client<typeof foldersApi>;
  readonly changes: Client<typeof itemChangeApi>;
  readonly copying: Client<typeof copyOrMoveApi>;
  readonly uploads: Client<typeof uploadsApi>;
  readonly contributors: Client<typeof contributorsApi>;
  readonly projects: Client<typeof projectsApi>;

  constructor(@inject(Transport) transport: Transport) {
    this.items = client(itemsApi, transport);
    this.folders = client(foldersApi, transport);
    this.changes = client(itemChangeApi, transport);
    this.copying = client(copyOrMoveApi, transport);
    this.uploads = client(uploadsApi, transport);
    this.contributors = client(contributorsApi, transport);
    this.projects = client(projectsApi, transport);
  }
}
