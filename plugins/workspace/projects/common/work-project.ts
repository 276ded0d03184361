import type { Project } from './project.ts';
import { projectStatuses } from './project-status.ts';
import type { ProjectTypes } from './project-types.ts';
import type { WorkProject } from './work-api.ts';

const uploadStates: Readonly<Record<number, string>> = { 1: 'initial', 2: 'basic', 3: 'external' };

/** A project in the words of the work-management service. */
export function workProjectOf(
  project: Pick<
    Project,
    | 'id'
    | 'team_id'
    | 'name'
    | 'type'
    | 'description'
    | 'creator_id'
    | 'status'
    | 'workflow_id'
    | 'upload_state'
    | 'createdAt'
    | 'updatedAt'
  >,
  types: ProjectTypes,
): WorkProject {
  return {
    id: project.id,
    team_id: project.team_id,
    name: project.name,
    type: types.nameOf(project.type),
    description: project.description,
    creator_id: project.creator_id,
    status: projectStatuses.find(each => each.value === project.status)?.name ?? 'undefined',
    workflow_id: project.workflow_id,
    sync_status: null,
    upload_state: uploadStates[project.upload_state] ?? 'initial',
    createdAt: project.createdAt,
    updatedAt: project.updatedAt,
  };
}
