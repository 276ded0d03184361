export { Contributors } from '../contributors.ts';
export type { ContributorPatch } from '../contributors.ts';
export { ProjectSettings } from '../project-settings.ts';
export { ProjectUsers } from '../project-users.ts';
export { Projects } from '../projects.ts';
export type { ProjectFacts, ProjectFilter } from '../projects.ts';
export { ProjectsHooks } from '../projects-hooks.ts';
export type { ContributorChange, ProjectCount } from '../projects-hooks.ts';
export type { ContributorRow, ProjectRow, ProjectTables } from '../projects-tables.ts';
