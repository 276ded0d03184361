import { Anchor, Badge, Group, Menu, Table, Text } from '@mantine/core';
import type { JSX } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useCan } from '#core/kernel/web/index.ts';
import { Icon, RowMenu, shortDate, Tooltip } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';
import type { ListedWorkflow, useWorkflowList } from './use-workflow-list.ts';

type WorkflowList = ReturnType<typeof useWorkflowList>;

/** Workflows with their projects and what can be done with each. */
export function WorkflowsTable({
  list,
  shown,
}: {
  readonly list: WorkflowList;
  readonly shown: readonly ListedWorkflow[];
}): JSX.Element {
  return (
    <Table highlightOnHover stickyHeader layout="fixed">
      <Table.Thead bg="var(--loupe-page)">
        <Table.Tr>
          <Table.Th>{messages.shared.name}</Table.Th>
          <Table.Th w={90}>{messages.workflowsTable.type}</Table.Th>
          <Table.Th w={260}>{messages.shared.projects}</Table.Th>
          <Table.Th w={110}>{messages.workflowsTable.changed}</Table.Th>
          <Table.Th w={44} aria-label={messages.shared.actions} />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {shown.map(each => (
          <WorkflowRow key={each.id} list={list} workflow={each} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

function WorkflowRow({
  list,
  workflow: each,
}: {
  readonly list: WorkflowList;
  readonly workflow: ListedWorkflow;
}): JSX.Element {
  const navigate = useNavigate();
  const chooses = useCan('UpdateTeam');
  const projects = list.projectsOf(each.id).map(project => project.name);
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="xs" wrap="nowrap">
          <Icon name="workflow" />
          <Anchor component={Link} to={list.path(each.id)} fw={500} truncate title={each.name}>
            {each.name}
          </Anchor>
          {each.id === list.standard ? (
            <Tooltip label={messages.workflowsTable.newProjectsHaveThisWorkflow}>
              <Badge size="sm" leftSection={<Icon name="star" size={10} />}>
                {messages.workflowsTable.default}
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
        <Text size="sm">{each.type === 'system' ? messages.shared.system : messages.workflowsTable.team}</Text>
      </Table.Td>
      <Table.Td>
        <Text
          size="sm"
          truncate
          title={projects.join(', ')}
          {...(projects.length === 0 ? { c: 'var(--loupe-muted)' } : {})}
        >
          {projects.length === 0 ? messages.shared.none : `${projects.length}: ${projects.join(', ')}`}
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
            onClick={() => void navigate(list.path(each.id))}
          >
            {each.type === 'system' ? messages.shared.view : messages.shared.edit}
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="copy" />} onClick={() => void list.duplicate(each.id, each.name)}>
            {messages.workflowsTable.duplicate}
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="download" />} onClick={() => void list.download(each.id, each.name)}>
            {messages.shared.downloadJson}
          </Menu.Item>
          {chooses && each.id !== list.standard ? (
            <Menu.Item leftSection={<Icon name="star" />} onClick={() => void list.makeDefault(each.id, each.name)}>
              {messages.workflowsTable.makeDefault}
            </Menu.Item>
          ) : undefined}
          {each.type === 'system' ? undefined : (
            <Menu.Item
              leftSection={<Icon name="trash" />}
              c="var(--loupe-danger)"
              onClick={() => void list.remove(each.id, each.name)}
            >
              {messages.shared.delete}
            </Menu.Item>
          )}
        </RowMenu>
      </Table.Td>
    </Table.Tr>
  );
}
