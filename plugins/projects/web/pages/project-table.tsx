import { Text } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import type { JSX, KeyboardEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { useService } from '#core/kernel/web/index.ts';
import { projectRoleLabel, projectRoles } from '#core/permissions/common/index.ts';
import { Icon, longDate, shortDate } from '#core/ui/web/index.ts';
import type { ProjectSort } from '../../common/api.ts';
import type { Project } from '../../common/project.ts';
import { projectTypeOf } from '../../common/project-type.ts';
import { ListViewStore } from '../list-view-store.ts';
import { PinButton } from '../pin-button.tsx';
import type { ListedProject } from '../project-actions.ts';
import { ProjectProgress } from '../project-progress.tsx';
import { ProjectStatusMenu } from '../project-status-menu.tsx';
import classes from '../projects.module.css';
import { TypeIcon } from '../type-icon.tsx';
import { ProjectMenu } from './project-menu.tsx';
import type { FilterState } from './use-list-filter.ts';
import { useProjectKeys } from './use-project-keys.ts';

/** Height of a row in pixels, as in the style sheet. */
const LINE = 48;

export interface ProjectRowsProps {
  readonly projects: readonly ListedProject[];
  /** Names the list for the scroll position. */
  readonly list: string;
  readonly more: () => void;
  readonly onRename: (project: Project) => void;
}

/** Projects as rows; only those on screen are drawn. */
export function ProjectTable({ projects, list, more, onRename, state }: ProjectRowsProps & { readonly state: FilterState }): JSX.Element {
  const navigate = useNavigate();
  const views = useService(ListViewStore);
  const press = useProjectKeys(onRename);
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({ count: projects.length, getScrollElement: () => scroller.current, estimateSize: () => LINE, overscan: 8, initialOffset: views.scrollOf(list) });
  const lines = rows.getVirtualItems();
  const last = lines.at(-1)?.index ?? 0;

  useEffect(() => {
    if (last >= projects.length - 20) more();
  }, [last, projects.length, more]);

  const focusLine = (index: number): void => {
    if (index < 0 || index >= projects.length) return;
    rows.scrollToIndex(index);
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-line="${index}"]`)?.focus());
  };
  const move = (event: KeyboardEvent, index: number, project: Project): void => {
    const target = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: projects.length - 1 }[event.key];
    if (target === undefined || event.target !== event.currentTarget) return press(event, project);
    event.preventDefault();
    focusLine(target);
  };

  return (
    <div ref={scroller} className={classes['scroller']} onScroll={event => views.keepScroll(list, event.currentTarget.scrollTop)}>
      <div className={classes['table']} role="table" aria-label="Projects" aria-rowcount={projects.length}>
        <div className={`${classes['row']} ${classes['head']}`} role="row">
          <span role="columnheader" aria-label="Pinned" />
          <SortHead label="Name" sort="name" state={state} />
          <span role="columnheader">Type</span>
          <SortHead label="Status" sort="status" state={state} />
          <span role="columnheader">Progress</span>
          <span role="columnheader">My role</span>
          <SortHead label="Changed" sort="updated" state={state} />
          <span role="columnheader" aria-label="Actions" />
        </div>
        <div className={classes['body']} style={{ height: rows.getTotalSize() }} role="rowgroup">
          {lines.map(({ index, start }) => {
            const project = projects[index]!;
            return (
              <div
                key={project.id} data-line={index} role="row" tabIndex={0} aria-rowindex={index + 2} className={`${classes['row']} ${classes['line']}`}
                style={{ position: 'absolute', insetInline: 0, transform: `translateY(${start}px)` }}
                onClick={() => void navigate(`/t/${project.team_id}/p/${project.id}`)} onKeyDown={event => move(event, index, project)}
              >
                <span role="cell"><PinButton project={project} /></span>
                <span role="cell" className={classes['name']}>
                  <TypeIcon type={project.type} />
                  <span className={classes['nameText']}>
                    <Text span fw={500} className={classes['clip']!} title={project.name}>{project.name}</Text>
                    {project.description === null || project.description === '' ? undefined : <span className={`${classes['muted']} ${classes['clip']}`}>{project.description}</span>}
                  </span>
                </span>
                <span role="cell" className={classes['muted']}>{projectTypeOf(project.type)?.title}</span>
                <span role="cell"><ProjectStatusMenu project={project} editable={project.my_role === projectRoles.projectAdmin} /></span>
                <span role="cell"><ProjectProgress project={project} /></span>
                <span role="cell" className={classes['muted']}>{projectRoleLabel(project.my_role)}</span>
                <span role="cell" className={classes['muted']} title={longDate(project.updatedAt)}>{shortDate(project.updatedAt)}</span>
                <span role="cell"><ProjectMenu project={project} onRename={onRename} /></span>
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

function SortHead({ label, sort, state }: { readonly label: string; readonly sort: ProjectSort; readonly state: FilterState }): JSX.Element {
  const { filter, change } = state;
  const active = filter.sort === sort;
  const flip = (): void => change({ sort, order: active ? (filter.order === 'asc' ? 'desc' : 'asc') : sort === 'updated' ? 'desc' : 'asc' });
  return (
    <span role="columnheader" aria-sort={active ? (filter.order === 'asc' ? 'ascending' : 'descending') : 'none'}>
      <button type="button" className={classes['sort']} data-active={active} onClick={flip}>{label}{active ? <Icon name={filter.order === 'asc' ? 'up' : 'down'} size={12} /> : undefined}</button>
    </span>
  );
}
