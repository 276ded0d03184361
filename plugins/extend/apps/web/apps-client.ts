import { inject } from 'inversify';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { itemsApi } from '#plugins/workspace/items/common/index.ts';
import { projectsApi } from '#plugins/workspace/projects/common/index.ts';
import { vocabularyApi } from '#plugins/organize/workflow/common/index.ts';
import { customAppsApi } from '../common/api.ts';

/** Calls of the pages where apps are written and allowed. */
export class AppsClient {
  readonly api: Client<typeof customAppsApi>;
  readonly words: Client<typeof vocabularyApi>;
  readonly items: Client<typeof itemsApi>;
  readonly projects: Client<typeof projectsApi>;

  constructor(@inject(Transport) transport: Transport) {
    this.api = client(customAppsApi, transport);
    this.words = client(vocabularyApi, transport);
    this.items = client(itemsApi, transport);
    this.projects = client(projectsApi, transport);
  }
}

/** Returns the query key of the apps of a team. */
export const appsKey = (teamId: number): readonly unknown[] => ['apps', teamId];
