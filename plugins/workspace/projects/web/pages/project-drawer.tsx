import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { Link } from 'react-router-dom';
import { Drawer } from '#core/controls/web/index.ts';
import { useAddressOf, useService } from '#core/kernel/web/index.ts';
import { projectRoleLabel, projectRoles } from '#core/permissions/common/index.ts';
import { errorText, Icon, LoadingSkeleton, longDate } from '#core/ui/web/index.ts';
import type { Project } from '../../common/project.ts';
import { messages } from '../messages.ts';
import { ProjectProgress } from '../project-progress.tsx';
import { ProjectStatusMenu } from '../project-status-menu.tsx';
import { ProjectsClient } from '../projects-client.ts';
import classes from '../projects.module.css';
import { TypeTitle } from '../type-icon.tsx';
import { useColumnSources, useColumnValues } from '../use-extra-columns.ts';
import { useWorkflowChoices } from '../use-workflow-choices.ts';

/** Names of upload states. */
const STORAGE: Readonly<Record<number, string>> = {
  1: messages.projectDrawer.decidedByTheFirstUpload,
  2: messages.projectDrawer.uploadedToLoupe,
  3: messages.projectDrawer.byAddress,
};

/** Shows details of a project, beside the list. */
export function ProjectDrawer({
  project,
  onClose,
}: {
  readonly project: Project | undefined;
  readonly onClose: () => void;
}): JSX.Element {
  return (
    <Drawer
      opened={project !== undefined}
      onClose={onClose}
      position="right"
      size={380}
      title={project?.name ?? ''}
      styles={{ title: { fontWeight: 600, fontSize: 16, overflowWrap: 'anywhere' } }}
      closeButtonProps={{ 'aria-label': messages.shared.close }}
      overlayProps={{ backgroundOpacity: 0.15 }}
    >
      {project === undefined ? undefined : <Details project={project} />}
    </Drawer>
  );
}

function Details({ project }: { readonly project: Project }): JSX.Element {
  const addressOf = useAddressOf();
  const client = useService(ProjectsClient);
  const base = `/t/${project.team_id}/p/${project.id}`;
  const edits = project.my_role === projectRoles.projectAdmin;
  const now = useQuery({
    queryKey: ['projects', 'one', project.id],
    queryFn: () => client.projects.getProject({ params: { project_id: project.id }, query: {} }),
    // The one shown before is another project.
    placeholderData: () => undefined,
  });
  const shown = now.data ?? project;
  const people = useQuery({
    queryKey: ['projects', 'people', project.id],
    queryFn: () => client.contributors.listContributors({ params: { project_id: project.id }, query: { limit: 2000 } }),
    retry: false,
  });
  const workflow = useWorkflowChoices()?.choices.find(each => each.id === shown.workflow_id)?.title;
  const sources = useColumnSources();
  const columns = sources.flatMap(each => each.columns);
  const values = useColumnValues(
    sources,
    columns.map(each => each.id),
    [project.id],
  ).get(project.id);
  return (
    <Stack gap="md">
      <Group gap="xs">
        <Button component={Link} to={base}>
          {messages.shared.open}
        </Button>
        {edits ? (
          <Button variant="default" component={Link} to={`${base}/setup/general`}>
            {messages.projectDrawer.edit}
          </Button>
        ) : undefined}
      </Group>
      {shown.description === null || shown.description === '' ? undefined : (
        <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{shown.description}</Text>
      )}
      <ProjectProgress project={shown} />
      <dl className={classes['facts']}>
        <dt>{messages.shared.type}</dt>
        <dd>
          <TypeTitle type={shown.type} />
        </dd>
        <dt>{messages.shared.status}</dt>
        <dd>
          <ProjectStatusMenu project={shown} editable={edits} />
        </dd>
        <dt>{messages.shared.myRole}</dt>
        <dd>{projectRoleLabel(shown.my_role)}</dd>
        {workflow === undefined ? undefined : (
          <>
            <dt>{messages.shared.workflow}</dt>
            <dd>{workflow}</dd>
          </>
        )}
        <dt>{messages.shared.files}</dt>
        <dd>{STORAGE[shown.upload_state]}</dd>
        <dt>{messages.shared.instructions}</dt>
        <dd>
          {shown.instructions_link === null ? (
            messages.projectDrawer.noneLinked
          ) : (
            <Anchor href={shown.instructions_link} target="_blank" rel="noopener noreferrer">
              {shown.instructions_link}
            </Anchor>
          )}
        </dd>
        <dt>{messages.shared.createdBy}</dt>
        <dd>{addressOf(shown.creator_id)}</dd>
        <dt>{messages.shared.created}</dt>
        <dd>{longDate(shown.createdAt)}</dd>
        <dt>{messages.shared.changed}</dt>
        <dd>{longDate(shown.updatedAt)}</dd>
        <dt>{messages.projectDrawer.id}</dt>
        <dd>{shown.id}</dd>
        {columns.map(each =>
          values?.[each.id] === undefined ? undefined : (
            <FieldFact key={each.id} title={each.title} text={values[each.id]!} />
          ),
        )}
      </dl>
      <section>
        <h2 className={classes['section']}>
          <Icon name="people" size={14} />{' '}
          {messages.projectDrawer.peopleName(people.data === undefined ? '' : ` (${people.data.count})`)}
        </h2>
        {people.error === null ? (
          people.data === undefined ? (
            <LoadingSkeleton h={48} label={messages.projectDrawer.loadingPeople} />
          ) : people.data.count === 0 ? (
            <Text size="sm" c="var(--loupe-muted)">
              {messages.shared.noContributorsYet}
            </Text>
          ) : (
            <Stack gap={4}>
              {people.data.data.slice(0, 12).map(each => (
                <Group key={each.id} justify="space-between" wrap="nowrap" gap="xs">
                  <Text size="sm" truncate>
                    {addressOf(each.email)}
                  </Text>
                  <Text size="sm" c="var(--loupe-muted)" style={{ flex: 'none' }}>
                    {projectRoleLabel(each.role, each.role_name)}
                  </Text>
                </Group>
              ))}
              {people.data.count > 12 ? (
                <Text size="sm" c="var(--loupe-muted)">
                  {messages.projectDrawer.andCountMore(people.data.count - 12)}
                </Text>
              ) : undefined}
            </Stack>
          )
        ) : (
          <Alert p="xs" color="gray">
            {errorText(people.error)}
          </Alert>
        )}
      </section>
    </Stack>
  );
}

function FieldFact({ title, text }: { readonly title: string; readonly text: string }): JSX.Element {
  return (
    <>
      <dt>{title}</dt>
      <dd>{text}</dd>
    </>
  );
}
