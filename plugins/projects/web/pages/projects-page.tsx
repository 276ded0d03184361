import { ActionIcon, Button, Skeleton, Stack, Tooltip } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { useCan, useService, useTeam } from '#core/kernel/web/index.ts';
import { EmptyState, ErrorPanel, Icon, PageBody, PageHeader } from '#core/ui/web/index.ts';
import type { Project } from '../../common/project.ts';
import { ListViewStore } from '../list-view-store.ts';
import { RenameDialog } from '../rename-dialog.tsx';
import type { ProjectList } from '../use-project-list.ts';
import { useProjectList } from '../use-project-list.ts';
import { DeletedProjects } from './deleted-projects.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import { ProjectCards } from './project-cards.tsx';
import { ProjectTable } from './project-table.tsx';
import type { OpenMenu } from './row-menu.tsx';
import { RowMenu } from './row-menu.tsx';
import type { FilterState } from './use-list-filter.ts';
import { useListFilter } from './use-list-filter.ts';

/** The team's projects: find, look, pin, open. */
export default function ProjectsPage(): JSX.Element {
  const team = useTeam();
  const creates = useCan('CreateProject');
  const deletes = useCan('DeleteProject');
  const state = useListFilter();
  const list = useProjectList(state.filter);
  const [renamed, setRenamed] = useState<Project>();
  const [menu, setMenu] = useState<OpenMenu>();
  const [bin, setBin] = useState(false);
  const none = list.count === 0 && !state.narrowed;

  return (
    <>
      <PageHeader title="Projects" {...(list.count === undefined ? {} : { count: list.count })}>
        {deletes ? <Tooltip label="Deleted projects"><ActionIcon aria-label="Deleted projects" onClick={() => setBin(true)}><Icon name="trash" /></ActionIcon></Tooltip> : undefined}
        {creates ? <Button component={Link} to={`/t/${team.id}/projects/new`} leftSection={<Icon name="plus" size={14} />}>New project</Button> : undefined}
      </PageHeader>
      {none ? undefined : <ListToolbar state={state} />}
      <Rows list={list} state={state} onMenu={setMenu} onRename={setRenamed} empty={creates
        ? <EmptyState icon="folder" text="Create your first project. A project holds items of one type, their classes and the people who work on them."><Button component={Link} to={`/t/${team.id}/projects/new`}>New project</Button></EmptyState>
        : <EmptyState icon="folder" text="You haven’t been added to a project yet. Ask your admin." />}
      />
      <RowMenu menu={menu} onClose={() => setMenu(undefined)} onRename={setRenamed} />
      <RenameDialog project={renamed} onClose={() => setRenamed(undefined)} />
      <DeletedProjects opened={bin} onClose={() => setBin(false)} />
    </>
  );
}

interface RowsProps {
  readonly list: ProjectList;
  readonly state: FilterState;
  readonly onMenu: (menu: OpenMenu) => void;
  readonly onRename: (project: Project) => void;
  readonly empty: JSX.Element;
}

function Rows({ list, state, onMenu, onRename, empty }: RowsProps): JSX.Element {
  const { view } = useSnapshot(useService(ListViewStore).state);
  const team = useTeam();
  if (list.loading) return <PageBody><Waiting /></PageBody>;
  if (list.error !== null && list.projects.length === 0) return <ErrorPanel error={list.error} onRetry={list.retry} />;
  if (list.projects.length === 0) {
    return state.narrowed ? <EmptyState icon="search" text="No projects match."><Button variant="default" onClick={state.clear}>Clear filters</Button></EmptyState> : empty;
  }
  const rows = { projects: list.projects, list: `${team.id}/${view}/${JSON.stringify(state.filter)}`, more: list.more, onMenu, onRename };
  return view === 'table' ? <ProjectTable key={rows.list} {...rows} state={state} /> : <ProjectCards key={rows.list} {...rows} />;
}

function Waiting(): JSX.Element {
  return <Stack gap="sm" aria-label="Loading projects">{[0, 1, 2, 3, 4].map(each => <Skeleton key={each} h={48} />)}</Stack>;
}
