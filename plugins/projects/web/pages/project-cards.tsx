import { Text } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import type { JSX, KeyboardEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { useService } from '#core/kernel/web/index.ts';
import { projectRoleLabel, projectRoles } from '#core/permissions/common/index.ts';
import { longDate, shortDate } from '#core/ui/web/index.ts';
import type { Project } from '../../common/project.ts';
import { projectTypeOf } from '../../common/project-type.ts';
import { ListViewStore } from '../list-view-store.ts';
import { PinButton } from '../pin-button.tsx';
import { ProjectProgress } from '../project-progress.tsx';
import { ProjectStatusMenu } from '../project-status-menu.tsx';
import classes from '../projects.module.css';
import { TypeIcon } from '../type-icon.tsx';
import { ProjectMenu } from './project-menu.tsx';
import type { ProjectRowsProps } from './project-table.tsx';
import { useProjectKeys } from './use-project-keys.ts';

/** Narrowest card in pixels. */
const NARROWEST = 270;
/** Height of a card and the gap below it in pixels, as in the style sheet. */
const CARD = 168;
const GAP = 12;

/** Projects as cards; only the rows of cards on screen are drawn. */
export function ProjectCards({ projects, list, more, onRename }: ProjectRowsProps): JSX.Element {
  const views = useService(ListViewStore);
  const press = useProjectKeys(onRename);
  const scroller = useRef<HTMLDivElement>(null);
  const size = useElementSize<HTMLDivElement>();
  const merged = useMergedRef(scroller, size.ref);
  const columns = Math.max(1, Math.floor((size.width + GAP) / (NARROWEST + GAP)));
  const rows = useVirtualizer({ count: Math.ceil(projects.length / columns), getScrollElement: () => scroller.current, estimateSize: () => CARD + GAP, overscan: 4, initialOffset: views.scrollOf(list) });
  const lines = rows.getVirtualItems();
  const last = ((lines.at(-1)?.index ?? 0) + 1) * columns;

  useEffect(() => {
    if (last >= projects.length - 20) more();
  }, [last, projects.length, more]);

  const focusCard = (index: number): void => {
    if (index < 0 || index >= projects.length) return;
    rows.scrollToIndex(Math.floor(index / columns));
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-card="${index}"]`)?.focus());
  };
  const move = (event: KeyboardEvent, index: number, project: Project): void => {
    const target = { ArrowRight: index + 1, ArrowLeft: index - 1, ArrowDown: index + columns, ArrowUp: index - columns, Home: 0, End: projects.length - 1 }[event.key];
    if (target === undefined || event.target !== event.currentTarget) return press(event, project);
    event.preventDefault();
    focusCard(target);
  };

  return (
    <div ref={merged} className={classes['scroller']} onScroll={event => views.keepScroll(list, event.currentTarget.scrollTop)}>
      <div style={{ height: rows.getTotalSize(), position: 'relative', minWidth: NARROWEST }} role="list" aria-label="Projects">
        {lines.map(({ index: line, start }) => (
          <div key={line} className={classes['grid']} style={{ position: 'absolute', insetInline: 0, transform: `translateY(${start}px)`, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
            {projects.slice(line * columns, (line + 1) * columns).map((project, column) => {
              const index = line * columns + column;
              return <ProjectCard key={project.id} project={project} index={index} onRename={onRename} onKeyDown={event => move(event, index, project)} />;
            })}
          </div>
        ))}
      </div>
    </div>
  );
}

interface ProjectCardProps {
  readonly project: Project;
  readonly index: number;
  readonly onRename: (project: Project) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

function ProjectCard({ project, index, onRename, onKeyDown }: ProjectCardProps): JSX.Element {
  const navigate = useNavigate();
  return (
    <div className={classes['card']} data-card={index} role="listitem" tabIndex={0} aria-label={project.name} onKeyDown={onKeyDown} onClick={() => void navigate(`/t/${project.team_id}/p/${project.id}`)}>
      <div className={classes['cardTop']}>
        <TypeIcon type={project.type} />
        <div className={classes['cardTitle']}>
          <span className={classes['cardName']} title={project.name}>{project.name}</span>
          <Text size="sm" c="var(--loupe-muted)" truncate>{projectTypeOf(project.type)?.title} · {projectRoleLabel(project.my_role)}</Text>
        </div>
        <PinButton project={project} />
        <ProjectMenu project={project} onRename={onRename} />
      </div>
      <div className={classes['cardText']}>{project.description}</div>
      <ProjectProgress project={project} />
      <div className={classes['cardFoot']}>
        <ProjectStatusMenu project={project} editable={project.my_role === projectRoles.projectAdmin} />
        <Text size="sm" c="var(--loupe-muted)" title={longDate(project.updatedAt)}>{shortDate(project.updatedAt)}</Text>
      </div>
    </div>
  );
}
