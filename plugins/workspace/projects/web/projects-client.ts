import { inject } from 'inversify';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { pinsApi, projectsApi } from '../common/api.ts';
import { contributorsApi } from '../common/contributors-api.ts';
import { workProjectsApi } from '../common/work-api.ts';

/** Calls of this plugin. */
export class ProjectsClient {
  readonly projects: Client<typeof projectsApi>;
  readonly work: Client<typeof workProjectsApi>;
  readonly pins: Client<typeof pinsApi>;
  readonly contributors: Client<typeof contributorsApi>;

  constructor(@inject(Transport) transport: Transport) {
    this.projects = client(projectsApi, transport);
    this.work = client(workProjectsApi, transport);
    this.pins = client(pinsApi, transport);
    this.contributors = client(contributorsApi, transport);
  }
}
