import { inject } from 'inversify';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { projectsApi } from '#plugins/workspace/projects/common/index.ts';
import { formModelsApi, modelsApi } from '../common/api.ts';

/** Calls of the team's screen. */
export class ModelsClient {
  readonly api: Client<typeof modelsApi>;
  readonly forms: Client<typeof formModelsApi>;
  readonly projects: Client<typeof projectsApi>;

  constructor(@inject(Transport) transport: Transport) {
    this.api = client(modelsApi, transport);
    this.forms = client(formModelsApi, transport);
    this.projects = client(projectsApi, transport);
  }
}
