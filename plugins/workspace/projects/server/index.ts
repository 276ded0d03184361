import { defineServerHalf, ManifestsToken } from '#core/kernel/server/index.ts';
import { AccountHooks } from '#core/tenancy/server/index.ts';
import { TeamSettings, TeamsHooks } from '#plugins/workspace/teams/server/kit/index.ts';
import manifest from '../manifest.ts';
import { projectsEvents } from '../common/events.ts';
import { pinsApi, projectsApi } from '../common/api.ts';
import { contributorsApi } from '../common/contributors-api.ts';
import { instructionsApi } from '../common/instructions-api.ts';
import { ProjectTypes } from '../common/project-types.ts';
import { projectUsersApi, workProjectsApi } from '../common/work-api.ts';
import { ContributorRows } from './contributor-rows.ts';
import { contributorsHandlers } from './contributors-handlers.ts';
import { Instructions } from './instructions.ts';
import { instructionsHandlers } from './instructions-handlers.ts';
import { Contributors } from './contributors.ts';
import { GroupContributors } from './group-contributors.ts';
import { ProjectLists } from './project-lists.ts';
import { ProjectSettings } from './project-settings.ts';
import { Projects } from './projects.ts';
import { ProjectsHooks } from './projects-hooks.ts';
import { ProjectUsers } from './project-users.ts';
import { WorkflowSetting } from './workflow-setting.ts';
import { ProjectCloning } from './project-cloning.ts';
import { grantInProject } from './project-rights.ts';
import { ProjectMemberships } from './project-memberships.ts';
import { pinsHandlers, projectsHandlers } from './projects-handlers.ts';
import { projectUsersHandlers, workProjectsHandlers } from './work-handlers.ts';
import { projectReferences } from './person-references.ts';

const ofProjects: ReadonlySet<string> = new Set(Object.values(projectsEvents).map(event => event.name));

export default defineServerHalf(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  provides: [
    Projects,
    ProjectTypes,
    ProjectLists,
    ProjectSettings,
    Contributors,
    GroupContributors,
    ProjectUsers,
    WorkflowSetting,
    ProjectsHooks,
  ],
  bindings(container) {
    container.bind(Projects).toSelf();
    container.bind(ProjectTypes).toDynamicValue(() => new ProjectTypes(container.get(ManifestsToken)));
    container.bind(ProjectLists).toSelf();
    container.bind(ProjectMemberships).toSelf();
    container.bind(ProjectSettings).toSelf();
    container.bind(Contributors).toSelf();
    container.bind(ContributorRows).toSelf();
    container.bind(GroupContributors).toSelf();
    container.bind(ProjectCloning).toSelf();
    container.bind(ProjectsHooks).toSelf();
    container.bind(ProjectUsers).toSelf();
    container.bind(WorkflowSetting).toSelf();
    container.bind(Instructions).toSelf();
  },
  activate({ get, implement, tap, hooks, log }) {
    tap(get(AccountHooks).personReferences, (_, found) => [...found, ...projectReferences]);
    const projects = get(Projects);
    for (const problem of get(ProjectTypes).problems) log.warn({ problem }, 'a project type was left out');
    const lists = get(ProjectLists);
    const contributors = get(Contributors);
    implement(
      projectsApi,
      projectsHandlers(projects, lists, get(ProjectCloning), get(ProjectSettings), get(TeamSettings)),
    );
    implement(pinsApi, pinsHandlers(projects));
    implement(workProjectsApi, workProjectsHandlers(projects, lists, get(ProjectTypes)));
    implement(projectUsersApi, projectUsersHandlers(get(ProjectUsers)));
    implement(contributorsApi, contributorsHandlers(projects, contributors));
    implement(instructionsApi, instructionsHandlers(get(Instructions)));
    tap(hooks.committed, (_context, event) => {
      if (ofProjects.has(event.name)) projects.forget();
    });
    tap(hooks.granting, (context, actions, scope) => grantInProject(projects, context, actions, scope));
    tap(get(TeamsHooks).resources.for('project'), async (context, _, { offset, limit }) =>
      (await lists.list(context, { offset, limit })).data.map(each => each.id),
    );
    tap(get(TeamsHooks).removed, (context, member) => contributors.removeEverywhere(context, member.email));
  },
});
