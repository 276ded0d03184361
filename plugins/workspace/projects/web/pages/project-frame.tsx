import { ActionIcon, Button, Menu, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { JSX } from 'react';
import { NavLink, Outlet, useLocation, useNavigate, useParams } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { isFault, notFound } from '#core/base/common/index.ts';
import { useAddressOf, menuLinks, useCan, useContributions, useService } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { EmptyState, ErrorPanel, Icon, LinkTabs, longDate, Tooltip, usePagePlace } from '#core/ui/web/index.ts';
import { projectKeys } from '../../common/query-keys.ts';
import type { Project } from '../../common/project.ts';
import { InstructionsButton } from '../instructions-drawer.tsx';
import { ProjectStore } from '../kit/project-store.ts';
import { messages } from '../messages.ts';
import { PinButton } from '../pin-button.tsx';
import { ProjectStatusMenu } from '../project-status-menu.tsx';
import { ProjectsClient } from '../projects-client.ts';
import classes from '../projects.module.css';
import { RenameDialog } from '../rename-dialog.tsx';
import { TypeIcon } from '../type-icon.tsx';
import { CloneDialog } from './clone-dialog.tsx';
import { ProjectItems } from './project-items.tsx';

/** Header and tabs around every page of a project. The page is drawn once the caller's rights are known. */
export default function ProjectFrame(): JSX.Element {
  const params = useParams();
  const id = Number(params['projectId']);
  const store = useService(ProjectStore);
  const client = useService(ProjectsClient);
  const { project } = useSnapshot(store.state);
  usePagePlace(project?.id === id ? project.name : undefined);
  const loaded = useQuery({
    queryKey: [...projectKeys.details, id],
    queryFn: ({ signal }) =>
      Number.isSafeInteger(id) && id > 0
        ? client.projects.getProject({ params: { project_id: id }, signal })
        : Promise.reject(notFound(messages.projectFrame.theProject)),
  });

  useEffect(() => {
    if (loaded.data !== undefined && loaded.error === null) store.enter(loaded.data);
    else if (loaded.error !== null) store.leave();
  }, [store, loaded.data, loaded.error]);
  useEffect(() => () => store.leave(), [store, id]);

  if (loaded.error !== null && (loaded.data === undefined || (isFault(loaded.error) && loaded.error.status === 404))) {
    if (isFault(loaded.error) && loaded.error.status === 404) {
      return (
        <EmptyState icon="folder" text={loaded.error.message}>
          <Button variant="default" component={NavLink} to={`/t/${params['teamId']}/projects`}>
            {messages.projectFrame.allProjects}
          </Button>
        </EmptyState>
      );
    }
    return <ErrorPanel error={loaded.error} onRetry={() => void loaded.refetch()} />;
  }
  if (project === undefined || project.id !== id)
    return (
      <>
        <div className={classes['projectHead']}>
          <Skeleton w={260} h={24} />
        </div>
        <Skeleton w={320} h={20} mx={20} my={8} />
      </>
    );
  return (
    <>
      <Header project={project as Project} />
      <Tabs />
      <div className={classes['content']}>
        <Outlet />
      </div>
    </>
  );
}

function Header({ project }: { readonly project: Project }): JSX.Element {
  const addressOf = useAddressOf();
  const edits = useCan('UpdateProject');
  const [renamed, setRenamed] = useState<Project>();
  const [cloned, setCloned] = useState<Project>();
  return (
    <header className={classes['projectHead']}>
      <TypeIcon type={project.type} small />
      <Tooltip
        label={messages.projectFrame.createdByCreatorId(addressOf(project.creator_id), longDate(project.createdAt))}
      >
        <h1 className={classes['projectName']}>{project.name}</h1>
      </Tooltip>
      <ProjectStatusMenu project={project} editable={edits} />
      <PinButton project={project} />
      <span style={{ flex: 1 }} />
      <InstructionsButton project={project} />
      <Menu position="bottom-end" width={210}>
        <Menu.Target>
          <ActionIcon aria-label={messages.shared.moreAboutName(project.name)}>
            <Icon name="more" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <ProjectItems project={project} onRename={setRenamed} onClone={setCloned} />
        </Menu.Dropdown>
      </Menu>
      <RenameDialog project={renamed} onClose={() => setRenamed(undefined)} />
      <CloneDialog project={cloned} onClose={() => setCloned(undefined)} />
    </header>
  );
}

function Tabs(): JSX.Element {
  const host = useContributions();
  const teams = useService(TeamStore);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const params = useParams();
  useSnapshot(teams.state);
  return (
    <LinkTabs
      label={messages.projectFrame.project}
      tabs={menuLinks(host, teams, 'project.tabs', params)}
      path={pathname}
      onOpen={path => void navigate(path)}
    />
  );
}
