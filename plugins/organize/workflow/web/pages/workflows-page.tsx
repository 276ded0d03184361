import { Anchor, Badge, Button, Group, Menu, Skeleton, Table, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { JSX } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useCan, useService, useTeam } from '#core/kernel/web/index.ts';
import {
  downloadJson,
  EmptyState,
  ErrorPanel,
  Icon,
  PageBody,
  PageToolbar,
  RowMenu,
  SearchBox,
  shortDate,
  toast,
  toastError,
  Tooltip,
} from '#core/ui/web/index.ts';
import { copyWorkflow } from '../../common/workflow-draft.ts';
import { workflowFile } from '../../common/workflow-file.ts';
import { deleteWord } from '../delete-word.ts';
import { useWorkflowUsage } from '../use-team-words.ts';
import { WorkflowAdmin } from '../workflow-admin.ts';
import { freeName } from '../free-name.ts';

/** Workflows of the system and of the team. */
export default function WorkflowsPage(): JSX.Element {
  const admin = useService(WorkflowAdmin);
  const team = useTeam();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const chooses = useCan('UpdateTeam');
  const file = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useState('');
  const list = useQuery({
    queryKey: ['workflow', 'list', team.id],
    queryFn: async () => (await admin.workflows.listWorkflows()).data,
  });
  const settings = useQuery({
    queryKey: ['workflow', 'settings', team.id],
    queryFn: () => admin.team.getTeamSettings({ params: { team_id: team.id } }),
  });
  const usage = useWorkflowUsage();
  const failed = list.error ?? settings.error ?? usage.error;
  if (failed !== null)
    return (
      <ErrorPanel
        error={failed}
        onRetry={() => {
          for (const each of [list, settings, usage]) void each.refetch();
        }}
      />
    );
  const all = list.data ?? [];
  const found = all.filter(each => each.name.toLowerCase().includes(search.trim().toLowerCase()));
  const standard = all.some(each => each.id === settings.data?.default_workflow_id)
    ? settings.data!.default_workflow_id!
    : 1;
  const projectsOf = (id: number): readonly { readonly name: string }[] =>
    usage.data?.workflows.find(each => each.id === id)?.projects ?? [];
  const refresh = async (): Promise<void> => {
    for (const queryKey of [['workflow'], ['projects', 'workflows']]) await queries.invalidateQueries({ queryKey });
  };
  const path = (id: number): string => `/t/${team.id}/workflows/${id}`;
  const attempt = async (work: () => Promise<void>): Promise<void> => work().catch(toastError).then(refresh);

  const configOf = async (id: number): Promise<unknown> =>
    (await admin.workflows.getWorkflow({ params: { workflow_id: id } })).raw_config;
  const duplicate = (id: number, name: string): Promise<void> =>
    attempt(async () => {
      const origin = workflowFile.parse(await configOf(id));
      const copy = copyWorkflow(origin);
      const made = await admin.submitting.submitWorkflow({
        body: {
          name: freeName(
            `${name} copy`,
            all.map(each => each.name),
          ),
          raw_config: copy,
        },
      });
      const lost = origin.transitions.length - copy.transitions.length;
      toast(
        lost === 0
          ? `${made.name} is made.`
          : `${made.name} is made without ${lost} transitions whose roles don’t see where they begin.`,
        { tone: 'success' },
      );
      void navigate(path(made.id));
    });
  const upload = (chosen: File | undefined): Promise<void> =>
    attempt(async () => {
      if (chosen === undefined) return;
      const text = (await chosen.text()).replace(/^\uFEFF/, '');
      let config: unknown;
      try {
        config = JSON.parse(text);
      } catch (error) {
        throw new Error(`${chosen.name} is not JSON: ${error instanceof Error ? error.message : ''}`);
      }
      const made = await admin.submitting.submitWorkflow({
        body: {
          name: freeName(
            chosen.name.replace(/\.json$/i, '') || 'Uploaded',
            all.map(each => each.name),
          ),
          raw_config: config,
        },
      });
      toast(`${made.name} is made.`, { tone: 'success' });
      void navigate(path(made.id));
    });
  const makeDefault = (id: number, name: string): Promise<void> =>
    attempt(async () => {
      await admin.team.putTeamSettings({
        params: { team_id: team.id },
        body: { default_workflow_id: id === 1 ? null : id },
      });
      toast(`New projects have ${name} from now on.`, { tone: 'success' });
    });
  const remove = async (id: number, name: string): Promise<void> => {
    await usage.refetch();
    const projects = projectsOf(id);
    const used =
      projects.length === 0
        ? undefined
        : `${projects.length} ${projects.length === 1 ? 'project' : 'projects'} (${projects
            .slice(0, 3)
            .map(each => each.name)
            .join(', ')}${projects.length > 3 ? ' …' : ''})`;
    if (
      await deleteWord('workflow', name, used, 'Give them another workflow first, in their setup.', () =>
        admin.workflows.deleteWorkflow({ params: { workflow_id: id } }),
      )
    )
      await refresh();
  };

  return (
    <>
      <PageToolbar>
        <Group gap="xs" pt={12} style={{ flex: 1 }}>
          <SearchBox value={search} onChange={setSearch} label="Search workflows" />
          <Menu position="bottom-end">
            <Menu.Target>
              <Button
                ml="auto"
                leftSection={<Icon name="plus" size={14} />}
                rightSection={<Icon name="down" size={14} />}
              >
                New workflow
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                leftSection={<Icon name="workflow" />}
                onClick={() => void navigate(`/t/${team.id}/workflows/new`)}
              >
                Build
              </Menu.Item>
              <Menu.Item leftSection={<Icon name="upload" />} onClick={() => file.current?.click()}>
                Upload JSON
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
          <input
            ref={file}
            type="file"
            accept=".json,application/json"
            hidden
            aria-label="Workflow file"
            onChange={event => {
              void upload(event.currentTarget.files?.[0]);
              event.currentTarget.value = '';
            }}
          />
        </Group>
      </PageToolbar>
      <PageBody>
        {list.data === undefined || settings.data === undefined || usage.data === undefined ? (
          [0, 1, 2].map(each => <Skeleton key={each} h={36} mb="xs" />)
        ) : (
          <Table highlightOnHover stickyHeader layout="fixed">
            <Table.Thead bg="var(--loupe-page)">
              <Table.Tr>
                <Table.Th>Name</Table.Th>
                <Table.Th w={90}>Type</Table.Th>
                <Table.Th w={260}>Projects</Table.Th>
                <Table.Th w={110}>Changed</Table.Th>
                <Table.Th w={44} aria-label="Actions" />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {found.map(each => {
                const projects = projectsOf(each.id).map(project => project.name);
                return (
                  <Table.Tr key={each.id}>
                    <Table.Td>
                      <Group gap="xs" wrap="nowrap">
                        <Icon name="workflow" />
                        <Anchor component={Link} to={path(each.id)} fw={500} truncate title={each.name}>
                          {each.name}
                        </Anchor>
                        {each.id === standard ? (
                          <Tooltip label="New projects have this workflow">
                            <Badge size="sm" leftSection={<Icon name="star" size={10} />}>
                              Default
                            </Badge>
                          </Tooltip>
                        ) : undefined}
                      </Group>
                      {each.description === '' ? undefined : (
                        <Text size="sm" c="var(--loupe-muted)" pl={22} truncate title={each.description}>
                          {each.description}
                        </Text>
                      )}
                    </Table.Td>
                    <Table.Td>
                      <Text size="sm">{each.type === 'system' ? 'System' : 'Team'}</Text>
                    </Table.Td>
                    <Table.Td>
                      <Text
                        size="sm"
                        truncate
                        title={projects.join(', ')}
                        {...(projects.length === 0 ? { c: 'var(--loupe-muted)' } : {})}
                      >
                        {projects.length === 0 ? 'None' : `${projects.length}: ${projects.join(', ')}`}
                      </Text>
                    </Table.Td>
                    <Table.Td>
                      <Text size="sm" c="var(--loupe-muted)">
                        {each.type === 'system' ? '' : shortDate(each.updatedAt)}
                      </Text>
                    </Table.Td>
                    <Table.Td>
                      <RowMenu of={each.name}>
                        <Menu.Item
                          leftSection={<Icon name={each.type === 'system' ? 'eye' : 'edit'} />}
                          onClick={() => void navigate(path(each.id))}
                        >
                          {each.type === 'system' ? 'View' : 'Edit'}
                        </Menu.Item>
                        <Menu.Item
                          leftSection={<Icon name="copy" />}
                          onClick={() => void duplicate(each.id, each.name)}
                        >
                          Duplicate
                        </Menu.Item>
                        <Menu.Item
                          leftSection={<Icon name="download" />}
                          onClick={() =>
                            void attempt(async () => downloadJson(`${each.name}.json`, await configOf(each.id)))
                          }
                        >
                          Download JSON
                        </Menu.Item>
                        {chooses && each.id !== standard ? (
                          <Menu.Item
                            leftSection={<Icon name="star" />}
                            onClick={() => void makeDefault(each.id, each.name)}
                          >
                            Make default
                          </Menu.Item>
                        ) : undefined}
                        {each.type === 'system' ? undefined : (
                          <Menu.Item
                            leftSection={<Icon name="trash" />}
                            c="var(--loupe-danger)"
                            onClick={() => void remove(each.id, each.name)}
                          >
                            Delete
                          </Menu.Item>
                        )}
                      </RowMenu>
                    </Table.Td>
                  </Table.Tr>
                );
              })}
            </Table.Tbody>
          </Table>
        )}
        {all.length > 0 && found.length === 0 ? (
          <EmptyState icon="search" text="No workflow matches.">
            <Button variant="default" onClick={() => setSearch('')}>
              Clear search
            </Button>
          </EmptyState>
        ) : undefined}
        {list.data !== undefined && all.every(each => each.type === 'system') ? (
          <Text c="var(--loupe-muted)" pt="md">
            Items go from status to status along a workflow; it says who sees them and who moves them on. Build one, or
            duplicate one of the system and change it.
          </Text>
        ) : undefined}
      </PageBody>
    </>
  );
}
