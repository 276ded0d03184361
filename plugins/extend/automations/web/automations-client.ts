import { inject } from 'inversify';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { itemsApi } from '#plugins/workspace/items/common/index.ts';
import { projectsApi } from '#plugins/workspace/projects/common/index.ts';
import { vocabularyApi, workflowsApi } from '#plugins/organize/workflow/common/index.ts';
import { actionsApi } from '../common/actions-api.ts';
import { automationsApi } from '../common/api.ts';
import { testsApi } from '../common/tests-api.ts';
import { intakeApi } from '../common/intake-api.ts';
import { limitsApi, ownLimitsApi } from '../common/limits-api.ts';
import { startsApi } from '../common/starts-api.ts';

/** Calls of the screens of automations. */
export class AutomationsClient {
  readonly api: Client<typeof automationsApi>;
  readonly actions: Client<typeof actionsApi>;
  readonly tests: Client<typeof testsApi>;
  readonly intake: Client<typeof intakeApi>;
  readonly starts: Client<typeof startsApi>;
  readonly limits: Client<typeof limitsApi>;
  readonly ownLimits: Client<typeof ownLimitsApi>;
  readonly words: Client<typeof vocabularyApi>;
  readonly workflows: Client<typeof workflowsApi>;
  readonly items: Client<typeof itemsApi>;
  readonly projects: Client<typeof projectsApi>;

  constructor(@inject(Transport) transport: Transport) {
    this.api = client(automationsApi, transport, {
      'x-client-timezone': Intl.DateTimeFormat().resolvedOptions().timeZone,
    });
    this.actions = client(actionsApi, transport);
    this.tests = client(testsApi, transport);
    this.intake = client(intakeApi, transport);
    this.starts = client(startsApi, transport);
    this.limits = client(limitsApi, transport);
    this.ownLimits = client(ownLimitsApi, transport);
    this.words = client(vocabularyApi, transport);
    this.workflows = client(workflowsApi, transport);
    this.items = client(itemsApi, transport);
    this.projects = client(projectsApi, transport);
  }
}

/** Returns the query key of the automations of a team. */
export const automationsKey = (teamId: number): readonly unknown[] => ['automations', teamId];
