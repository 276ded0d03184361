export { allProjects, SHOWN_PROJECTS } from '../all-projects.ts';
export { DueMark, today } from './due-mark.tsx';
export { ProjectStore } from './project-store.ts';
export { ProjectsWebHooks } from './projects-web-hooks.ts';
export type { ColumnSource, InTeam, NewProjectPart } from './projects-web-hooks.ts';
export { useOpenedProject } from './use-opened-project.ts';
export { useProject } from './use-project.ts';
