import { ActionIcon, Anchor, Badge, Button, Group as Row, MultiSelect, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { Link } from 'react-router-dom';
import { Select } from '#core/controls/web/index.ts';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { projectRoleLabel } from '#core/permissions/common/index.ts';
import { ErrorPanel, errorText, Icon } from '#core/ui/web/index.ts';
import { itemKeys } from '#plugins/workspace/items/common/index.ts';
import { projectKeys } from '#plugins/workspace/projects/common/index.ts';
import { allProjects, SHOWN_PROJECTS } from '#plugins/workspace/projects/web/kit/index.ts';
import type { Group, GroupScope } from '../common/api.ts';
import { GroupsClient } from './groups-client.ts';
import { messages } from './messages.ts';
import { useGroupChanges } from './use-group-changes.ts';

/** Lists the projects and folders of a group: projects or folders of them, each with a role. */
export function GroupScopes({ group }: { readonly group: Group }): JSX.Element {
  const calls = useService(GroupsClient);
  const team = useTeam();
  const [editing, setEditing] = useState<GroupScope | 'new'>();
  const projects = useQuery({
    queryKey: projectKeys.dependent('groups', team.id),
    queryFn: () => allProjects(calls.projects),
  });
  const changes = useGroupChanges();
  if (projects.error !== null) return <ErrorPanel error={projects.error} onRetry={() => void projects.refetch()} />;
  if (projects.data === undefined) return <Skeleton h={60} />;
  const nameOf = (id: number): string =>
    projects.data.find(each => each.id === id)?.name ?? messages.groupScopes.projectId(id);
  const free = projects.data.filter(each => !group.projects.some(scope => scope.project_id === each.id));
  return (
    <Stack gap="xs">
      {group.projects.length === 0 ? (
        <Text size="sm" c="var(--loupe-muted)">
          {messages.groupScopes.noProjectYet}
        </Text>
      ) : undefined}
      {group.projects.map(each => (
        <Row key={each.project_id} gap="xs" wrap="nowrap">
          <Anchor
            component={Link}
            to={`/t/${team.id}/p/${each.project_id}`}
            size="sm"
            truncate
            style={{ flex: 1 }}
            title={nameOf(each.project_id)}
          >
            {nameOf(each.project_id)}
          </Anchor>
          <RoleName scope={each} />
          <Badge size="sm" variant="default" style={{ flex: 'none' }}>
            {each.scope === 'all'
              ? messages.groupScopes.wholeProject
              : messages.groupScopes.countFolders(each.folder_ids.length)}
          </Badge>
          <ActionIcon
            aria-label={messages.groupScopes.changeWhatName(group.name, nameOf(each.project_id))}
            onClick={() => setEditing(each)}
          >
            <Icon name="edit" />
          </ActionIcon>
          <ActionIcon
            aria-label={messages.groupScopes.takeNameOfAway(nameOf(each.project_id))}
            onClick={() => void changes.take(group, each.project_id, nameOf(each.project_id))}
          >
            <Icon name="close" />
          </ActionIcon>
        </Row>
      ))}
      {editing === undefined ? (
        <Row>
          <Button
            size="xs"
            variant="default"
            leftSection={<Icon name="plus" size={14} />}
            disabled={free.length === 0}
            onClick={() => setEditing('new')}
          >
            {messages.groupScopes.shareAProject}
          </Button>
          {projects.data.length === 0 ? (
            <Text size="sm" c="var(--loupe-muted)">
              {messages.groupScopes.teamHasNoProject}
            </Text>
          ) : undefined}
        </Row>
      ) : (
        <ScopeForm
          key={editing === 'new' ? 'new' : editing.project_id}
          group={group}
          scope={editing === 'new' ? undefined : editing}
          projects={editing === 'new' ? free : projects.data}
          onClose={() => setEditing(undefined)}
        />
      )}
    </Stack>
  );
}

function useRoles(projectId: number | undefined): { readonly id: number; readonly name: string }[] {
  const calls = useService(GroupsClient);
  const roles = useQuery({
    queryKey: projectKeys.roles(projectId),
    enabled: projectId !== undefined,
    queryFn: async () =>
      (await calls.contributors.listContributors({ params: { project_id: projectId! }, query: { limit: 1 } })).roles,
  });
  return roles.data ?? [];
}

function RoleName({ scope }: { readonly scope: GroupScope }): JSX.Element {
  const roles = useRoles(scope.project_id);
  return (
    <Text size="sm" c="var(--loupe-muted)" style={{ whiteSpace: 'nowrap' }}>
      {roles.find(each => each.id === scope.role)?.name ?? ''}
    </Text>
  );
}

interface ScopeFormProps {
  readonly group: Group;
  /** Undefined for a project the group does not have yet. */
  readonly scope: GroupScope | undefined;
  readonly projects: readonly { readonly id: number; readonly name: string }[];
  readonly onClose: () => void;
}

function ScopeForm({ group, scope, projects, onClose }: ScopeFormProps): JSX.Element {
  const calls = useService(GroupsClient);
  const changes = useGroupChanges();
  const [project, setProject] = useState(scope === undefined ? undefined : scope.project_id);
  const [role, setRole] = useState(scope?.role ?? 1);
  const [folders, setFolders] = useState<string[]>(scope?.folder_ids.map(String) ?? []);
  const roles = useRoles(project);
  const list = useQuery({
    queryKey: itemKeys.dependent('groups', 'folders', project),
    enabled: project !== undefined,
    queryFn: async () => (await calls.folders.listFolders({ query: { project_id: project!, limit: 500 } })).data,
  });
  const named = (list.data ?? []).filter(each => !each.is_root);

  const sharing = useMutation({
    mutationFn: (projectId: number) =>
      changes.give(group, {
        project_id: projectId,
        role,
        scope: folders.length > 0 ? 'folders' : 'all',
        ...(folders.length > 0 ? { folder_ids: folders.map(Number) } : {}),
      }),
    onSuccess: given => {
      if (given) onClose();
    },
  });

  return (
    <Stack gap="xs" p="sm" style={{ border: '1px solid var(--loupe-line)', borderRadius: 6 }}>
      <Select
        label={messages.groupScopes.project}
        searchable
        limit={SHOWN_PROJECTS}
        allowDeselect={false}
        data-autofocus
        disabled={scope !== undefined}
        value={project === undefined ? null : String(project)}
        data={projects.map(each => ({ value: String(each.id), label: each.name }))}
        onChange={value => {
          setProject(value === null ? undefined : Number(value));
          setFolders([]);
        }}
      />
      <Select
        label={messages.groupScopes.role}
        allowDeselect={false}
        disabled={project === undefined}
        value={String(role)}
        data={roles.map(each => ({ value: String(each.id), label: projectRoleLabel(each.id, each.name) }))}
        onChange={value => setRole(Number(value ?? role))}
      />
      <MultiSelect
        label={messages.groupScopes.folders}
        description={messages.groupScopes.noneChosen}
        searchable
        hidePickedOptions
        disabled={project === undefined || named.length === 0}
        value={folders}
        onChange={setFolders}
        error={list.error === null ? undefined : errorText(list.error)}
        placeholder={
          project !== undefined && list.data !== undefined && named.length === 0
            ? messages.groupScopes.projectHasNoFolders
            : ''
        }
        data={named.map(each => ({ value: String(each.id), label: each.name }))}
      />
      <Row justify="flex-end" gap="xs">
        <Button size="xs" variant="default" onClick={onClose}>
          {messages.groupScopes.cancel}
        </Button>
        <Button
          size="xs"
          loading={sharing.isPending}
          disabled={project === undefined}
          onClick={() => sharing.mutate(project!)}
        >
          {scope === undefined ? messages.groupScopes.share : messages.shared.save}
        </Button>
      </Row>
    </Stack>
  );
}
