import type { KeyboardEvent, MouseEvent, RefObject } from 'react';
import { useNavigate } from 'react-router-dom';
import { useCan } from '#core/kernel/web/index.ts';
import { projectRoles } from '#core/permissions/common/index.ts';
import type { Project } from '../../common/project.ts';
import { useProjectActions } from '../project-actions.ts';
import type { OpenMenu } from './row-menu.tsx';

interface RowEventsOptions {
  readonly projects: readonly Project[];
  readonly root: RefObject<HTMLElement | null>;
  /** Rows or cards beside one another. */
  readonly columns: number;
  /** Scrolls so that the project of this index is drawn. */
  readonly reveal: (index: number) => void;
  readonly onMenu: (menu: OpenMenu) => void;
  readonly onRename: (project: Project) => void;
}

interface RowEvents {
  readonly onClick: (event: MouseEvent) => void;
  readonly onContextMenu: (event: MouseEvent) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * What clicks and keys on rows (`data-index`) and their buttons (`data-act`) do. Arrows move, Enter opens, F2 renames,
 * Alt+P pins, Delete deletes. One listener for the list, so that rows need none and are drawn once.
 */
export function useRowEvents({ projects, root, columns, reveal, onMenu, onRename }: RowEventsOptions): RowEvents {
  const navigate = useNavigate();
  const actions = useProjectActions();
  const deletes = useCan('DeleteProject');

  const at = (target: EventTarget): { readonly index: number; readonly project: Project } | undefined => {
    const index = Number((target as Element).closest<HTMLElement>('[data-index]')?.dataset['index'] ?? -1);
    const project = projects[index];
    return project === undefined ? undefined : { index, project };
  };
  const open = (project: Project): void => void navigate(`/t/${project.team_id}/p/${project.id}`);
  const focus = (index: number): void => {
    if (index < 0 || index >= projects.length) return;
    reveal(index);
    requestAnimationFrame(() => root.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus());
  };

  return {
    onClick(event) {
      const found = at(event.target);
      if (found === undefined) return;
      const button = (event.target as Element).closest<HTMLElement>('[data-act]');
      const act = button?.dataset['act'];
      if (button === null || act === undefined) return open(found.project);
      if (act === 'pin') return void actions.pin(found.project);
      const { left, right, bottom } = button.getBoundingClientRect();
      onMenu({ project: found.project, kind: act === 'status' ? 'status' : 'more', x: act === 'status' ? left : right, y: bottom });
    },
    onContextMenu(event) {
      const found = at(event.target);
      if (found === undefined) return;
      event.preventDefault();
      onMenu({ project: found.project, kind: 'more', x: event.clientX, y: event.clientY });
    },
    onKeyDown(event) {
      const found = at(event.target);
      if (found === undefined || (event.target as HTMLElement).dataset['index'] === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const { index, project } = found;
      if (event.altKey) {
        if (event.code !== 'KeyP') return;
        event.preventDefault();
        void actions.pin(project);
        return;
      }
      const targets: Readonly<Record<string, number>> = {
        ArrowDown: index + columns, ArrowUp: index - columns, Home: 0, End: projects.length - 1, ...(columns > 1 ? { ArrowRight: index + 1, ArrowLeft: index - 1 } : {}),
      };
      const target = targets[event.key];
      if (target !== undefined) focus(target);
      else if (event.key === 'Enter') open(project);
      else if (event.key === 'F2' && project.my_role === projectRoles.projectAdmin) onRename(project);
      else if (event.key === 'Delete' && deletes) void actions.remove(project);
      else return;
      event.preventDefault();
    },
  };
}
