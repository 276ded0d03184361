import type { KeyboardEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { useCan } from '#core/kernel/web/index.ts';
import { projectRoles } from '#core/permissions/common/index.ts';
import type { Project } from '../../common/project.ts';
import { useProjectActions } from '../project-actions.ts';

/** Keys of a row or card that has the focus: Enter opens, F2 renames, Alt+P pins, Delete deletes. */
export function useProjectKeys(onRename: (project: Project) => void): (event: KeyboardEvent, project: Project) => void {
  const navigate = useNavigate();
  const actions = useProjectActions();
  const deletes = useCan('DeleteProject');
  return (event, project) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.altKey) {
      if (event.code !== 'KeyP') return;
      event.preventDefault();
      void actions.pin(project);
      return;
    }
    if (event.key === 'Enter') void navigate(`/t/${project.team_id}/p/${project.id}`);
    else if (event.key === 'F2' && project.my_role === projectRoles.projectAdmin) onRename(project);
    else if (event.key === 'Delete' && deletes) void actions.remove(project);
    else return;
    event.preventDefault();
  };
}
