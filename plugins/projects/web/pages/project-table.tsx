import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useRef } from 'react';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { projectRoleLabel } from '#core/permissions/common/index.ts';
import { Icon, longDate, shortDate } from '#core/ui/web/index.ts';
import type { ProjectSort } from '../../common/api.ts';
import type { Project } from '../../common/project.ts';
import { projectTypeOf } from '../../common/project-type.ts';
import { ListViewStore } from '../list-view-store.ts';
import type { ListedProject } from '../project-actions.ts';
import { ProjectProgress } from '../project-progress.tsx';
import classes from '../projects.module.css';
import { MoreMark, PinMark, StatusMark } from '../row-parts.tsx';
import { TypeIcon } from '../type-icon.tsx';
import type { OpenMenu } from './row-menu.tsx';
import type { FilterState } from './use-list-filter.ts';
import { useRowEvents } from './use-row-events.ts';

/** Height of a row in pixels, as in the style sheet. */
const LINE = 48;

export interface ProjectRowsProps {
  readonly projects: readonly ListedProject[];
  /** Names the list for the scroll position. */
  readonly list: string;
  readonly more: () => void;
  readonly onMenu: (menu: OpenMenu) => void;
  readonly onRename: (project: Project) => void;
}

/** Projects as rows; only those on screen are drawn. */
export function ProjectTable({ projects, list, more, onMenu, onRename, state }: ProjectRowsProps & { readonly state: FilterState }): JSX.Element {
  const views = useService(ListViewStore);
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({ count: projects.length, getScrollElement: () => scroller.current, estimateSize: () => LINE, overscan: 8, initialOffset: views.scrollOf(list) });
  const events = useRowEvents({ projects, root: scroller, columns: 1, reveal: index => rows.scrollToIndex(index), onMenu, onRename });
  const lines = rows.getVirtualItems();
  const last = lines.at(-1)?.index ?? 0;

  useEffect(() => {
    if (last >= projects.length - 40) more();
  }, [last, projects.length, more]);

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
        <div className={classes['body']} style={{ height: rows.getTotalSize() }} role="rowgroup" {...events}>
          {lines.map(({ index, start }) => <ProjectLine key={projects[index]!.id} project={projects[index]!} index={index} start={start} />)}
        </div>
      </div>
    </div>
  );
}

const ProjectLine = memo(function ProjectLine({ project, index, start }: { readonly project: Project; readonly index: number; readonly start: number }): JSX.Element {
  return (
    <div data-index={index} role="row" tabIndex={0} aria-rowindex={index + 2} className={`${classes['row']} ${classes['line']}`} style={{ transform: `translateY(${start}px)` }}>
      <span role="cell"><PinMark project={project} /></span>
      <span role="cell" className={classes['name']}>
        <TypeIcon type={project.type} />
        <span className={classes['nameText']}>
          <span className={classes['lineName']} title={project.name}>{project.name}</span>
          {project.description === null || project.description === '' ? undefined : <span className={`${classes['muted']} ${classes['clip']}`}>{project.description}</span>}
        </span>
      </span>
      <span role="cell" className={classes['muted']}>{projectTypeOf(project.type)?.title}</span>
      <span role="cell"><StatusMark project={project} /></span>
      <span role="cell"><ProjectProgress project={project} /></span>
      <span role="cell" className={classes['muted']}>{projectRoleLabel(project.my_role)}</span>
      <span role="cell" className={classes['muted']} title={longDate(project.updatedAt)}>{shortDate(project.updatedAt)}</span>
      <span role="cell"><MoreMark project={project} /></span>
    </div>
  );
});

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
