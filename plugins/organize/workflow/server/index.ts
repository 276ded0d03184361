import { invalidField } from '#core/base/common/index.ts';
import { defineServerHalf } from '#core/kernel/server/index.ts';
import { ItemsHooks } from '#plugins/workspace/items/server/kit/index.ts';
import { ProjectsHooks } from '#plugins/workspace/projects/server/kit/index.ts';
import { TeamsHooks } from '#plugins/workspace/teams/server/kit/index.ts';
import manifest from '../manifest.ts';
import { projectWorkflowApi, submitWorkflowApi, workflowsApi } from '../common/api.ts';
import { workflowChangeApi } from '../common/change-api.ts';
import { vocabularyApi } from '../common/vocabulary-api.ts';
import { workflowChangeHandlers } from './change-handlers.ts';
import { demandStatusesThere, ItemStatusMigration } from './item-status-migration.ts';
import { Workflows } from './workflows.ts';
import { ProjectWorkflowChange } from './project-workflow-change.ts';
import { StatusGate } from './status-gate.ts';
import { RoleConditions } from './role-conditions.ts';
import { TeamRoles } from './team-roles.ts';
import { TeamStatuses } from './team-statuses.ts';
import { TeamWorkflows } from './team-workflows.ts';
import { Vocabulary } from './vocabulary.ts';
import { VocabularyUsage } from './vocabulary-usage.ts';
import { vocabularyHandlers } from './vocabulary-handlers.ts';
import { projectWorkflowHandlers, submitWorkflowHandlers, workflowsHandlers } from './workflow-handlers.ts';

export default defineServerHalf(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  provides: [Workflows],
  bindings(container) {
    for (const service of [
      Vocabulary,
      VocabularyUsage,
      ItemStatusMigration,
      ProjectWorkflowChange,
      TeamRoles,
      TeamStatuses,
      TeamWorkflows,
      Workflows,
      StatusGate,
      RoleConditions,
    ])
      container.bind(service as typeof Workflows).toSelf();
  },
  activate({ get, implement, tap }) {
    const workflows = get(Workflows);
    const gate = get(StatusGate);
    const team = get(TeamWorkflows);
    implement(workflowsApi, workflowsHandlers(workflows, team));
    implement(submitWorkflowApi, submitWorkflowHandlers(team));
    implement(projectWorkflowApi, projectWorkflowHandlers(workflows));
    implement(workflowChangeApi, workflowChangeHandlers(team, get(ProjectWorkflowChange), get(VocabularyUsage)));
    implement(vocabularyApi, vocabularyHandlers(get(Vocabulary), get(TeamStatuses), get(TeamRoles)));

    const items = get(ItemsHooks);
    tap(items.statuses, (context, _, projectId) => gate.statuses(context, projectId));
    tap(items.visibleStatuses, (context, _, projectId) => gate.visible(context, projectId));
    tap(items.statusPermitting, (context, change) => gate.permits(context, change));
    tap(items.statusConstraints, (context, change) => gate.constraints(context, change));
    tap(items.statusChanging, (context, change) => gate.unfinished(context, change));
    tap(items.statusChanged, (context, changes) =>
      demandStatusesThere(context, changes, project => workflows.now(context, project)),
    );
    tap(items.starting, (context, usual, item) => gate.started(context, usual, item));

    const projects = get(ProjectsHooks);
    const conditions = get(RoleConditions);
    tap(projects.creating, async (context, draft) => {
      if (draft.workflow_id === undefined || draft.workflow_id === null) return undefined;
      return (await workflows.find(context, draft.workflow_id)) === undefined
        ? invalidField('workflow_id', 'is no workflow of this team: ask for the list of workflows')
        : undefined;
    });
    tap(get(TeamsHooks).settingsChanging, async (context, { default_workflow_id: chosen }) =>
      chosen === null || (await workflows.find(context, chosen)) !== undefined
        ? undefined
        : invalidField('default_workflow_id', 'is no workflow of this team: ask for the list of workflows'),
    );
    tap(projects.roles, (context, _, projectId) => conditions.roles(context, projectId));
    tap(projects.membership, (context, known, projectId) => conditions.extend(context, known, projectId));
  },
});
