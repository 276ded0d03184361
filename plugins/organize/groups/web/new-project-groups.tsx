import { ActionIcon, Group as Row, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { client, Transport } from '#core/api/web/index.ts';
import { Select } from '#core/controls/web/index.ts';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { projectRoleLabel, projectRoles } from '#core/permissions/common/index.ts';
import { errorText, Icon } from '#core/ui/web/index.ts';
import { groupsApi } from '../common/api.ts';
import { messages } from './messages.ts';

/** A group that the new project is shared with. */
export interface ChosenGroup {
  readonly id: number;
  readonly role: number;
}

interface InputProps {
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

const ROLES = Object.values(projectRoles).map(each => ({ value: String(each), label: projectRoleLabel(each) }));

/** Groups of the team that a new project is shared with, each with a role for all its members. */
export function NewProjectGroups({ value, onChange }: InputProps): JSX.Element {
  const team = useTeam();
  const groups = client(groupsApi, useService(Transport));
  const list = useQuery({
    queryKey: ['groups', team.id],
    queryFn: async () => (await groups.listGroups({ params: { team_id: team.id }, query: { limit: 500 } })).data,
  });
  const chosen = (value ?? []) as readonly ChosenGroup[];
  const change = (next: readonly ChosenGroup[]): void => onChange(next.length === 0 ? undefined : next);
  const free = (list.data ?? []).filter(each => !chosen.some(one => one.id === each.id));
  if (list.data?.length === 0)
    return (
      <Text size="sm" c="var(--loupe-muted)">
        {messages.newProjectGroups.teamHasNoGroups}
      </Text>
    );
  return (
    <Stack gap={4}>
      <Select
        aria-label={messages.newProjectGroups.addAGroup}
        placeholder={messages.newProjectGroups.addAGroup}
        searchable
        value={null}
        nothingFoundMessage={
          free.length === 0 ? messages.newProjectGroups.everyGroupIsChosen : messages.newProjectGroups.noGroupMatches
        }
        error={list.error === null ? undefined : errorText(list.error)}
        data={free.map(each => ({ value: String(each.id), label: `${each.name} (${each.memberCount})` }))}
        onChange={id => {
          if (id !== null) change([...chosen, { id: Number(id), role: projectRoles.annotator }]);
        }}
      />
      {chosen.map(each => {
        const group = list.data?.find(one => one.id === each.id);
        const name = group?.name ?? messages.newProjectGroups.groupId(each.id);
        return (
          <Row key={each.id} wrap="nowrap" gap="xs">
            <Text truncate style={{ flex: 1 }}>
              {name}{' '}
              {group === undefined ? undefined : (
                <Text span size="sm" c="var(--loupe-muted)">
                  {group.memberCount}{' '}
                  {group.memberCount === 1 ? messages.newProjectGroups.person : messages.newProjectGroups.people}
                </Text>
              )}
            </Text>
            <Select
              w={140}
              aria-label={messages.newProjectGroups.roleOfName(name)}
              allowDeselect={false}
              data={ROLES}
              value={String(each.role)}
              onChange={role => change(chosen.map(one => (one.id === each.id ? { ...one, role: Number(role) } : one)))}
            />
            <ActionIcon
              aria-label={messages.newProjectGroups.takeNameOut(name)}
              onClick={() => change(chosen.filter(one => one.id !== each.id))}
            >
              <Icon name="close" />
            </ActionIcon>
          </Row>
        );
      })}
    </Stack>
  );
}
