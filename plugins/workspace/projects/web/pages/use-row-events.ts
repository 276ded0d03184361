import type { KeyboardEvent, MouseEvent, RefObject } from 'react';
import { useNavigate } from 'react-router-dom';
import { useCan } from '#core/kernel/web/index.ts';
import { useRowFocus } from '#core/ui/web/index.ts';
import { projectRoles } from '#core/permissions/common/index.ts';
import type { Project } from '../../common/project.ts';
import { useProjectActions } from '../project-actions.ts';
import type { ProjectList } from '../use-project-list.ts';
import type { OpenMenu } from './row-menu.tsx';
import type { Selection } from './use-selection.ts';

/** Actions of rows. */
export interface RowTasks {
  readonly onMenu: (menu: OpenMenu) => void;
  readonly onRename: (project: Project) => void;
}

interface RowEventsOptions extends RowTasks {
  readonly rows: ProjectList;
  readonly count: number;
  readonly root: RefObject<HTMLElement | null>;
  /** Rows or cards beside one another. */
  readonly columns: number;
  /** Scrolls so that the project of this index is drawn. */
  readonly reveal: (index: number) => void;
  readonly selection: Selection;
}

interface RowEvents {
  readonly onClick: (event: MouseEvent) => void;
  readonly onContextMenu: (event: MouseEvent) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * Returns the handlers of clicks and keys on rows (`data-index`) and their buttons (`data-act`). Arrows move, Enter
 * opens, F2 renames, Alt+P pins, Space selects, Ctrl+A selects all, Delete deletes. One listener for the list, so that
 * rows need none and are drawn once.
 */
export function useRowEvents({
  rows,
  count,
  root,
  columns,
  reveal,
  selection,
  onMenu,
  onRename,
}: RowEventsOptions): RowEvents {
  const navigate = useNavigate();
  const actions = useProjectActions();
  const deletes = useCan('DeleteProject');

  const focus = useRowFocus(root, reveal);

  const at = (
    target: EventTarget,
    byKey = false,
  ): { readonly index: number; readonly project: Project } | undefined => {
    const pressed = Number((target as Element).closest<HTMLElement>('[data-index]')?.dataset['index'] ?? -1);
    const index = byKey && pressed >= 0 ? focus.aimed(pressed) : pressed;
    const project = index < 0 ? undefined : rows.at(index);
    return project === undefined ? undefined : { index, project };
  };
  const open = (project: Project): void => void navigate(`/t/${project.team_id}/p/${project.id}`);

  return {
    onClick(event) {
      const found = at(event.target);
      if (found === undefined) return;
      const button = (event.target as Element).closest<HTMLElement>('[data-act]');
      const act = button?.dataset['act'];
      if (button === null || act === undefined) return open(found.project);
      if (act === 'select') return selection.toggle(found.index, event.shiftKey);
      if (act === 'pin') return void actions.pin(found.project);
      const { left, right, bottom } = button.getBoundingClientRect();
      onMenu({
        project: found.project,
        kind: act === 'status' ? 'status' : 'more',
        x: act === 'status' ? left : right,
        y: bottom,
      });
    },
    onContextMenu(event) {
      const found = at(event.target);
      if (found === undefined) return;
      event.preventDefault();
      onMenu({ project: found.project, kind: 'more', x: event.clientX, y: event.clientY });
    },
    onKeyDown(event) {
      const found = at(event.target, true);
      if (found === undefined || (event.target as HTMLElement).dataset['index'] === undefined || event.shiftKey) return;
      if (event.ctrlKey || event.metaKey) {
        if (event.code !== 'KeyA') return;
        event.preventDefault();
        selection.all();
        return;
      }
      const { index, project } = found;
      if (event.altKey) {
        if (event.code !== 'KeyP') return;
        event.preventDefault();
        void actions.pin(project);
        return;
      }
      const targets: Readonly<Record<string, number>> = {
        ArrowDown: index + columns,
        ArrowUp: index - columns,
        Home: 0,
        End: count - 1,
        ...(columns > 1 ? { ArrowRight: index + 1, ArrowLeft: index - 1 } : {}),
      };
      const target = targets[event.key];
      if (target !== undefined) {
        if (target >= 0 && target < count) focus.go(target);
      } else if (event.key === ' ') selection.toggle(index, false);
      else if (event.key === 'Escape' && selection.ids.size > 0) selection.clear();
      else if (event.key === 'Enter') open(project);
      else if (event.key === 'F2' && project.my_role === projectRoles.projectAdmin) onRename(project);
      else if (event.key === 'Delete' && deletes)
        void (selection.ids.size > 1 && selection.ids.has(project.id)
          ? actions.removeAll([...selection.ids]).then(gone => {
              if (gone) selection.clear();
            })
          : actions.remove(project));
      else return;
      event.preventDefault();
    },
  };
}
