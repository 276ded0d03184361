import { ActionIcon, Button, Skeleton, Stack } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { Panel, useCan, usePanels, useService, useTeam } from '#core/kernel/web/index.ts';
import { EmptyState, ErrorPanel, Icon, PageBody, PageHeader, Tooltip } from '#core/ui/web/index.ts';
import type { Project } from '../../common/project.ts';
import { ListViewStore } from '../list-view-store.ts';
import { messages } from '../messages.ts';
import classes from '../projects.module.css';
import { RenameDialog } from '../rename-dialog.tsx';
import type { ProjectList } from '../use-project-list.ts';
import { useProjectList } from '../use-project-list.ts';
import { BulkBar } from './bulk-bar.tsx';
import { CloneDialog } from './clone-dialog.tsx';
import { DeletedProjects } from './deleted-projects.tsx';
import { FirstProject } from './first-project.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import { ProjectCards } from './project-cards.tsx';
import { ProjectDrawer } from './project-drawer.tsx';
import { ProjectTable } from './project-table.tsx';
import type { OpenMenu } from './row-menu.tsx';
import { RowMenu } from './row-menu.tsx';
import type { FilterState } from './use-list-filter.ts';
import { useListFilter } from './use-list-filter.ts';
import type { RowTasks } from './use-row-events.ts';
import type { Selection } from './use-selection.ts';
import { useSelection } from './use-selection.ts';

/** The team's projects: find, look, pin, open. */
export default function ProjectsPage(): JSX.Element {
  const team = useTeam();
  const creates = useCan('CreateProject');
  const deletes = useCan('DeleteProject');
  const state = useListFilter();
  const list = useProjectList(state.filter);
  const [renamed, setRenamed] = useState<Project>();
  const [menu, setMenu] = useState<OpenMenu>();
  const [cloned, setCloned] = useState<Project>();
  const [detailed, setDetailed] = useState<Project>();
  const { view } = useSnapshot(useService(ListViewStore).state);
  const selection = useSelection(list, state.filter);
  const [bin, setBin] = useState(false);
  const head = usePanels('projects.head');
  const none = list.count === 0 && !state.narrowed;

  return (
    <>
      <PageHeader title={messages.shared.projects} {...(list.count === undefined ? {} : { count: list.count })}>
        {deletes ? (
          <Tooltip label={messages.shared.deletedProjects}>
            <ActionIcon aria-label={messages.shared.deletedProjects} onClick={() => setBin(true)}>
              <Icon name="trash" />
            </ActionIcon>
          </Tooltip>
        ) : undefined}
        {creates ? (
          <Button component={Link} to={`/t/${team.id}/projects/new`} leftSection={<Icon name="plus" size={14} />}>
            {messages.shared.newProject}
          </Button>
        ) : undefined}
      </PageHeader>
      {head.map(panel => (
        <Panel key={`${panel.plugin}.${panel.name}`} panel={panel} context={{}} fallback={undefined} />
      ))}
      {none ? undefined : <ListToolbar state={state} />}
      <div className={classes['listPage']}>
        <Rows
          list={list}
          state={state}
          selection={selection}
          renamed={view === 'table' ? renamed : undefined}
          onRenamed={() => setRenamed(undefined)}
          onMenu={setMenu}
          onRename={setRenamed}
          empty={
            creates ? (
              <FirstProject teamId={team.id} />
            ) : (
              <EmptyState icon="folder" text={messages.projectsPage.youHaventBeenAdded} />
            )
          }
        />
        <BulkBar selection={selection} count={list.count ?? 0} />
      </div>
      <RowMenu
        menu={menu}
        onClose={() => setMenu(undefined)}
        onRename={setRenamed}
        onDetails={setDetailed}
        onClone={setCloned}
      />
      {view === 'table' ? undefined : <RenameDialog project={renamed} onClose={() => setRenamed(undefined)} />}
      <CloneDialog project={cloned} onClose={() => setCloned(undefined)} />
      <ProjectDrawer project={detailed} onClose={() => setDetailed(undefined)} />
      <DeletedProjects opened={bin} onClose={() => setBin(false)} />
    </>
  );
}

interface RowsProps extends RowTasks {
  readonly list: ProjectList;
  readonly state: FilterState;
  readonly selection: Selection;
  readonly renamed: Project | undefined;
  readonly onRenamed: () => void;
  readonly empty: JSX.Element;
}

function Rows({ list, state, selection, renamed, onRenamed, onMenu, onRename, empty }: RowsProps): JSX.Element {
  const { view } = useSnapshot(useService(ListViewStore).state);
  const team = useTeam();
  if (list.count === undefined)
    return list.error === null ? (
      <PageBody>
        <Waiting />
      </PageBody>
    ) : (
      <ErrorPanel error={list.error} onRetry={list.retry} />
    );
  if (list.count === 0) {
    return state.narrowed ? (
      <EmptyState icon="search" text={messages.projectsPage.noProjectsMatch}>
        <Button variant="default" onClick={state.clear}>
          {messages.projectsPage.clearFilters}
        </Button>
      </EmptyState>
    ) : (
      empty
    );
  }
  const rows = {
    rows: list,
    count: list.count,
    list: `${team.id}/${view}/${JSON.stringify(state.filter)}`,
    selection,
    onMenu,
    onRename,
  };
  return view === 'table' ? (
    <ProjectTable key={rows.list} {...rows} state={state} renamed={renamed} onRenamed={onRenamed} />
  ) : (
    <ProjectCards key={rows.list} {...rows} />
  );
}

function Waiting(): JSX.Element {
  return (
    <Stack gap="sm" aria-label={messages.projectsPage.loadingProjects}>
      {[0, 1, 2, 3, 4].map(each => (
        <Skeleton key={each} h={48} />
      ))}
    </Stack>
  );
}
