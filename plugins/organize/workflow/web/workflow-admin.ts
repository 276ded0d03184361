import { inject } from 'inversify';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { teamCareApi } from '#plugins/workspace/teams/common/index.ts';
import { submitWorkflowApi, workflowsApi } from '../common/api.ts';
import { workflowChangeApi } from '../common/change-api.ts';
import { vocabularyApi } from '../common/vocabulary-api.ts';

/** Calls of the screens that make statuses, roles and workflows. */
export class WorkflowAdmin {
  readonly words: Client<typeof vocabularyApi>;
  readonly workflows: Client<typeof workflowsApi>;
  readonly submitting: Client<typeof submitWorkflowApi>;
  readonly changes: Client<typeof workflowChangeApi>;
  readonly team: Client<typeof teamCareApi>;

  constructor(@inject(Transport) transport: Transport) {
    this.words = client(vocabularyApi, transport);
    this.workflows = client(workflowsApi, transport);
    this.submitting = client(submitWorkflowApi, transport);
    this.changes = client(workflowChangeApi, transport);
    this.team = client(teamCareApi, transport);
  }
}
