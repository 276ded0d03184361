import type { PersonReference } from '#core/tenancy/server/index.ts';

/** Rows of projects that follow a person when two accounts are merged. */
export const projectReferences: readonly PersonReference[] = [
  { table: 'projects.project', id: 'creator_id', title: 'created projects' },
  { table: 'projects.contributor', email: 'email', title: 'shared projects', key: ['team_id', 'project_id'] },
  { table: 'projects.pin', id: 'person_id', title: 'pinned projects', key: ['team_id', 'project_id'] },
];
