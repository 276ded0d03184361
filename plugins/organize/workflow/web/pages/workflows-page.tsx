import { Button, Group, Menu, Skeleton, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import type { JSX } from 'react';
import { useNavigate } from 'react-router-dom';
import { useTeam } from '#core/kernel/web/index.ts';
import { EmptyState, ErrorPanel, Icon, PageBody, PageToolbar, SearchBox } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';
import { useWorkflowList } from './use-workflow-list.ts';
import { WorkflowsTable } from './workflows-table.tsx';

/** Workflows of the system and of the team. */
export default function WorkflowsPage(): JSX.Element {
  const team = useTeam();
  const navigate = useNavigate();
  const file = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useState('');
  const list = useWorkflowList();
  if (list.error !== null) return <ErrorPanel error={list.error} onRetry={list.retry} />;
  const all = list.workflows ?? [];
  const found = all.filter(each => each.name.toLowerCase().includes(search.trim().toLowerCase()));

  return (
    <>
      <PageToolbar>
        <Group gap="xs" pt={12} style={{ flex: 1 }}>
          <SearchBox value={search} onChange={setSearch} label={messages.workflowsPage.searchWorkflows} />
          <Menu position="bottom-end">
            <Menu.Target>
              <Button
                ml="auto"
                leftSection={<Icon name="plus" size={14} />}
                rightSection={<Icon name="down" size={14} />}
              >
                {messages.shared.newWorkflow}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                leftSection={<Icon name="workflow" />}
                onClick={() => void navigate(`/t/${team.id}/workflows/new`)}
              >
                {messages.workflowsPage.build}
              </Menu.Item>
              <Menu.Item leftSection={<Icon name="upload" />} onClick={() => file.current?.click()}>
                {messages.workflowsPage.uploadJson}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
          <input
            ref={file}
            type="file"
            accept=".json,application/json"
            hidden
            aria-label={messages.workflowsPage.workflowFile}
            onChange={event => {
              void list.upload(event.currentTarget.files?.[0]);
              event.currentTarget.value = '';
            }}
          />
        </Group>
      </PageToolbar>
      <PageBody>
        {list.loading ? (
          [0, 1, 2].map(each => <Skeleton key={each} h={36} mb="xs" />)
        ) : (
          <WorkflowsTable list={list} shown={found} />
        )}
        {all.length > 0 && found.length === 0 ? (
          <EmptyState icon="search" text={messages.workflowsPage.noWorkflowMatches}>
            <Button variant="default" onClick={() => setSearch('')}>
              {messages.shared.clearSearch}
            </Button>
          </EmptyState>
        ) : undefined}
        {list.workflows !== undefined && all.every(each => each.type === 'system') ? (
          <Text c="var(--loupe-muted)" pt="md">
            {messages.workflowsPage.itemsGoFromStatus}
          </Text>
        ) : undefined}
      </PageBody>
    </>
  );
}
