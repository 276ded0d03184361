import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useRef } from 'react';
import type { JSX } from 'react';
import type { PlacedPanel } from '#core/kernel/web/index.ts';
import { Panel, usePanels, useService } from '#core/kernel/web/index.ts';
import { projectRoleLabel } from '#core/permissions/common/index.ts';
import { Time } from '#core/ui/web/index.ts';
import type { Project } from '../../common/project.ts';
import { ListViewStore } from '../list-view-store.ts';
import { messages } from '../messages.ts';
import { ProjectProgress } from '../project-progress.tsx';
import classes from '../projects.module.css';
import { MoreMark, PinMark, StatusMark } from '../row-parts.tsx';
import { TypeIcon, TypeTitle } from '../type-icon.tsx';
import type { ProjectRowsProps } from './project-table.tsx';
import { useRowEvents } from './use-row-events.ts';
import type { Selection } from './use-selection.ts';

/** Narrowest card in pixels. */
const NARROWEST = 270;
/** Height of a card in pixels, alone and with what plugins show on it, and the gap below it. */
const CARD = 168;
const RICH_CARD = 262;
const GAP = 12;

/** Projects as cards; only the rows of cards on screen are drawn. */
export function ProjectCards({
  rows: held,
  count,
  list,
  selection,
  ...tasks
}: ProjectRowsProps & { readonly selection: Selection }): JSX.Element {
  const views = useService(ListViewStore);
  const [panel] = usePanels('projects.card');
  const height = panel === undefined ? CARD : RICH_CARD;
  const scroller = useRef<HTMLDivElement>(null);
  const size = useElementSize<HTMLDivElement>();
  const merged = useMergedRef(scroller, size.ref);
  const columns = Math.max(1, Math.floor((size.width + GAP) / (NARROWEST + GAP)));
  const rows = useVirtualizer({
    count: Math.ceil(count / columns),
    getScrollElement: () => scroller.current,
    estimateSize: () => height + GAP,
    overscan: 3,
    initialOffset: views.scrollOf(list),
  });
  const events = useRowEvents({
    rows: held,
    count,
    root: scroller,
    columns,
    reveal: index => rows.scrollToIndex(Math.floor(index / columns)),
    selection,
    ...tasks,
  });
  const lines = rows.getVirtualItems();
  const first = (lines[0]?.index ?? 0) * columns;
  const last = ((lines.at(-1)?.index ?? 0) + 1) * columns - 1;
  const { want } = held;
  useEffect(() => want(first, last), [first, last, want]);

  return (
    <div
      ref={merged}
      className={classes['scroller']}
      onScroll={event => views.keepScroll(list, event.currentTarget.scrollTop)}
    >
      <div
        style={{ height: rows.getTotalSize(), position: 'relative', minWidth: NARROWEST }}
        role="list"
        aria-label={messages.shared.projects}
        {...events}
      >
        {lines.map(({ index: line, start }) => (
          <div
            key={line}
            className={classes['grid']}
            role="presentation"
            style={{
              transform: `translateY(${start}px)`,
              gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
              gridAutoRows: height,
            }}
          >
            {Array.from({ length: Math.max(0, Math.min(columns, count - line * columns)) }, (_, column) => {
              const index = line * columns + column;
              const project = held.at(index);
              return project === undefined ? (
                <div key={index} className={classes['card']} role="listitem" aria-label={messages.shared.loading2} />
              ) : (
                <ProjectCard
                  key={index}
                  project={project}
                  index={index}
                  chosen={selection.ids.has(project.id)}
                  panel={panel}
                />
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}

const ProjectCard = memo(function ProjectCard({
  project,
  index,
  chosen,
  panel,
}: {
  readonly project: Project;
  readonly index: number;
  readonly chosen: boolean;
  /** Panel of a plugin in the middle of the card. */
  readonly panel: PlacedPanel | undefined;
}): JSX.Element {
  return (
    <div
      className={classes['card']}
      data-index={index}
      data-chosen={chosen}
      role="listitem"
      tabIndex={0}
      aria-label={chosen ? messages.projectCards.nameSelected(project.name) : project.name}
    >
      <div className={classes['cardTop']}>
        <TypeIcon type={project.type} />
        <div className={classes['cardTitle']}>
          <span className={classes['cardName']} title={project.name}>
            {project.name}
          </span>
          <span className={`${classes['muted']} ${classes['clip']}`}>
            <TypeTitle type={project.type} /> · {projectRoleLabel(project.my_role)}
          </span>
        </div>
        <PinMark project={project} />
        <MoreMark project={project} />
      </div>
      <div className={classes['cardText']}>{project.description}</div>
      {panel === undefined ? (
        <ProjectProgress project={project} />
      ) : (
        <Panel panel={panel} context={{ project }} fallback={<ProjectProgress project={project} />} />
      )}
      <div className={classes['cardFoot']}>
        <StatusMark project={project} />
        <Time className={classes['muted']!} iso={project.updatedAt} />
      </div>
    </div>
  );
});
