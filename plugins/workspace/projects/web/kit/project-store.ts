import { inject } from 'inversify';
import { proxy, ref } from 'valtio';
import { TeamStore } from '#core/tenancy/web/index.ts';
import type { ProjectWithRights } from '../../common/project.ts';

/** The project this tab shows, and the caller's rights in it. */
export class ProjectStore {
  readonly state = proxy<{ project: ProjectWithRights | undefined }>({ project: undefined });

  constructor(@inject(TeamStore) private readonly teams: TeamStore) {}

  /** Shows a project: from here `useCan` also knows what may be done in it and its folders. */
  enter(project: ProjectWithRights): void {
    const { project: own, folder } = project.accesses;
    this.state.project = ref(project);
    this.teams.setProject({
      id: project.id,
      actions: [...own.actions, ...folder.actions],
      action_groups: [...own.action_groups, ...folder.action_groups],
    });
  }

  leave(): void {
    if (this.state.project === undefined) return;
    this.state.project = undefined;
    this.teams.setProject(undefined);
  }
}
