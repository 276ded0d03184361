import { useSnapshot } from 'valtio';
import { useService } from '#core/kernel/web/index.ts';
import type { ProjectWithRights } from '../../common/project.ts';
import { ProjectStore } from './project-store.ts';

/** The project of the page. Throws outside of the frame `projects.project`. */
export function useProject(): ProjectWithRights {
  const { project } = useSnapshot(useService(ProjectStore).state);
  if (project === undefined) throw new Error('useProject needs the frame projects.project around it');
  return project as ProjectWithRights;
}
