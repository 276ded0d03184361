import { Checkbox } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useMemo, useRef } from 'react';
import type { CSSProperties, JSX } from 'react';
import { useSnapshot } from 'valtio';
import { useService } from '#core/kernel/web/index.ts';
import { Icon, RowCheck } from '#core/ui/web/index.ts';
import type { ProjectSort } from '../../common/api.ts';
import type { Project } from '../../common/project.ts';
import { columnsOf } from '../list-columns.tsx';
import type { ListColumn } from '../list-columns.tsx';
import { ListViewStore } from '../list-view-store.ts';
import { messages } from '../messages.ts';
import classes from '../projects.module.css';
import { MoreMark, PinMark } from '../row-parts.tsx';
import { TypeIcon } from '../type-icon.tsx';
import { useColumnSources, useColumnValues } from '../use-extra-columns.ts';
import type { ProjectList } from '../use-project-list.ts';
import { InlineName } from './inline-name.tsx';
import type { FilterState } from './use-list-filter.ts';
import { useRowEvents } from './use-row-events.ts';
import type { RowTasks } from './use-row-events.ts';
import type { Selection } from './use-selection.ts';

/** Height of a row in pixels, as in the style sheet. */
const LINE = 48;

export interface ProjectRowsProps extends RowTasks {
  readonly rows: ProjectList;
  readonly count: number;
  /** Names the list for the scroll position. */
  readonly list: string;
}

interface ProjectTableProps extends ProjectRowsProps {
  readonly state: FilterState;
  readonly selection: Selection;
  /** The project whose name is being written. */
  readonly renamed: Project | undefined;
  readonly onRenamed: () => void;
}

/** Projects as rows; only those on screen are drawn. */
export function ProjectTable({
  rows,
  count,
  list,
  state,
  selection,
  renamed,
  onRenamed,
  ...tasks
}: ProjectTableProps): JSX.Element {
  const views = useService(ListViewStore);
  const { columns: chosen } = useSnapshot(views.state);
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE,
    overscan: 8,
    initialOffset: views.scrollOf(list),
  });
  const events = useRowEvents({
    rows,
    count,
    root: scroller,
    columns: 1,
    reveal: index => virtual.scrollToIndex(index),
    selection,
    ...tasks,
  });
  const lines = virtual.getVirtualItems();
  const first = lines[0]?.index ?? 0;
  const last = lines.at(-1)?.index ?? 0;
  const { want } = rows;
  useEffect(() => want(first, last), [first, last, want]);

  // By fifties, so that not every row that comes into sight asks again.
  const from = Math.floor(first / 50) * 50;
  const ids: number[] = [];
  for (let index = from; index < Math.min(count, Math.ceil((last + 1) / 50) * 50); index++) {
    const id = rows.at(index)?.id;
    if (id !== undefined) ids.push(id);
  }
  const sources = useColumnSources();
  const values = useColumnValues(sources, chosen, ids);
  const columns = useMemo(
    () =>
      columnsOf(
        chosen,
        sources.flatMap(each => each.columns),
        values,
      ),
    [chosen, sources, values],
  );
  const grid = useMemo(
    (): CSSProperties => ({
      gridTemplateColumns: `18px 22px minmax(220px, 2.4fr) ${columns.map(each => each.width).join(' ')} 30px`,
    }),
    [columns],
  );

  return (
    <div
      ref={scroller}
      className={classes['scroller']}
      onScroll={event => views.keepScroll(list, event.currentTarget.scrollTop)}
    >
      <div
        className={classes['table']}
        style={{ minWidth: 300 + columns.length * 104 }}
        role="table"
        aria-label={messages.shared.projects}
        aria-rowcount={count + 1}
      >
        <div role="rowgroup" className={classes['head']}>
          <div className={classes['row']} style={grid} role="row">
            <span role="columnheader">
              <Checkbox
                size="xs"
                aria-label={messages.projectTable.selectAllProjects}
                checked={selection.ids.size > 0 && selection.ids.size >= count}
                indeterminate={selection.ids.size > 0 && selection.ids.size < count}
                onChange={event => (event.currentTarget.checked ? selection.all() : selection.clear())}
              />
            </span>
            <span role="columnheader" aria-label={messages.shared.pinned} />
            <SortHead label={messages.shared.name} sort="name" state={state} />
            {columns.map(each =>
              each.sort === undefined ? (
                <span key={each.id} role="columnheader" className={classes['clip']} title={each.title}>
                  {each.title}
                </span>
              ) : (
                <SortHead key={each.id} label={each.title} sort={each.sort} state={state} />
              ),
            )}
            <span role="columnheader" aria-label={messages.shared.actions} />
          </div>
        </div>
        <div className={classes['body']} style={{ height: virtual.getTotalSize() }} role="rowgroup" {...events}>
          {lines.map(({ index, start }) => {
            const project = rows.at(index);
            return project === undefined ? (
              <div
                key={index}
                className={classes['line']}
                style={{ transform: `translateY(${start}px)` }}
                role="row"
                aria-label={messages.shared.loading2}
              >
                <span role="cell" />
              </div>
            ) : (
              <ProjectLine
                key={index}
                project={project}
                columns={columns}
                grid={grid}
                index={index}
                start={start}
                chosen={selection.ids.has(project.id)}
                renaming={renamed?.id === project.id}
                onRenamed={onRenamed}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

interface ProjectLineProps {
  readonly project: Project;
  readonly columns: readonly ListColumn[];
  readonly grid: CSSProperties;
  readonly index: number;
  readonly start: number;
  readonly chosen: boolean;
  readonly renaming: boolean;
  readonly onRenamed: () => void;
}

const ProjectLine = memo(function ProjectLine({
  project,
  columns,
  grid,
  index,
  start,
  chosen,
  renaming,
  onRenamed,
}: ProjectLineProps): JSX.Element {
  return (
    <div
      data-index={index}
      role="row"
      tabIndex={0}
      aria-rowindex={index + 2}
      aria-selected={chosen}
      className={`${classes['row']} ${classes['line']}`}
      style={{ ...grid, transform: `translateY(${start}px)` }}
    >
      <span role="cell">
        <RowCheck act="select" checked={chosen} label={messages.projectTable.selectName(project.name)} />
      </span>
      <span role="cell">
        <PinMark project={project} />
      </span>
      <span role="cell" className={classes['name']}>
        <TypeIcon type={project.type} />
        {renaming ? (
          <InlineName project={project} onDone={onRenamed} />
        ) : (
          <span className={classes['nameText']}>
            <span className={classes['lineName']} title={project.name}>
              {project.name}
            </span>
            {project.description === null || project.description === '' ? undefined : (
              <span className={`${classes['muted']} ${classes['clip']}`}>{project.description}</span>
            )}
          </span>
        )}
      </span>
      {columns.map(each => (
        <span key={each.id} role="cell" className={classes['facts']}>
          {each.cell(project)}
        </span>
      ))}
      <span role="cell">
        <MoreMark project={project} />
      </span>
    </div>
  );
});

function SortHead({
  label,
  sort,
  state,
}: {
  readonly label: string;
  readonly sort: ProjectSort;
  readonly state: FilterState;
}): JSX.Element {
  const { filter, change } = state;
  const active = filter.sort === sort;
  const flip = (): void =>
    change({
      sort,
      order: active
        ? filter.order === 'asc'
          ? 'desc'
          : 'asc'
        : sort === 'updated' || sort === 'created'
          ? 'desc'
          : 'asc',
    });
  return (
    <span role="columnheader" aria-sort={active ? (filter.order === 'asc' ? 'ascending' : 'descending') : 'none'}>
      <button type="button" className={classes['sort']} data-active={active} onClick={flip}>
        {label}
        {active ? <Icon name={filter.order === 'asc' ? 'up' : 'down'} size={12} /> : undefined}
      </button>
    </span>
  );
}
