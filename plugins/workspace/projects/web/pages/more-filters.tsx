import { Autocomplete, Button, Popover, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { client, Transport } from '#core/api/web/index.ts';
import { Select } from '#core/controls/web/index.ts';
import { useAddressOf, useCan, useService, useTeam } from '#core/kernel/web/index.ts';
import { projectRoleLabel, projectRoles } from '#core/permissions/common/index.ts';
import { Icon, useTyped } from '#core/ui/web/index.ts';
import { teamKeys, teamsApi } from '#plugins/workspace/teams/common/index.ts';
import { messages } from '../messages.ts';
import { creatorName } from './creator-name.ts';
import type { FilterState } from './use-list-filter.ts';
import { moreFilters } from './use-list-filter.ts';

/** The rarer filters: the person's role, who made the project, and when. */
export function MoreFilters({ state }: { readonly state: FilterState }): JSX.Element {
  const { filter, change } = state;
  const count = moreFilters(filter);
  return (
    <Popover position="bottom-start" width={280} trapFocus shadow="md">
      <Popover.Target>
        <Button variant={count === 0 ? 'default' : 'light'} leftSection={<Icon name="filter" size={14} />}>
          {count === 0 ? messages.moreFilters.moreFilters : messages.moreFilters.moreFiltersCount(count)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={messages.moreFilters.moreFilters}>
        <Stack gap="sm">
          <Select
            label={messages.shared.myRole}
            placeholder={messages.moreFilters.anyRole}
            clearable
            comboboxProps={{ withinPortal: false }}
            data={[projectRoles.projectAdmin, projectRoles.qa, projectRoles.annotator].map(each => ({
              value: String(each),
              label: projectRoleLabel(each),
            }))}
            value={filter.role === undefined ? null : String(filter.role)}
            onChange={value => change({ role: value === null ? undefined : Number(value) })}
          />
          <CreatorInput value={filter.creator} onChange={creator => change({ creator })} />
          <TextInput
            type="date"
            label={messages.moreFilters.createdFrom}
            value={filter.from}
            max={filter.to}
            onChange={event => change({ from: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            label={messages.moreFilters.createdUntil}
            value={filter.to}
            min={filter.from}
            onChange={event => change({ to: event.currentTarget.value })}
          />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function CreatorInput({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
}): JSX.Element {
  const transport = useService(Transport);
  const team = useTeam();
  const sees = useCan('ListTeamUsers');
  const members = useQuery({
    queryKey: teamKeys.members(team.id),
    enabled: sees,
    queryFn: () => client(teamsApi, transport).listMembers({ query: { limit: 2000 } }),
  });
  const addressOf = useAddressOf();
  const all = members.data?.data ?? [];
  // People are known by the address on screen; the filter keeps the one that names them.
  const [typed, setTyped] = useTyped(addressOf(value), text => onChange(creatorName(text, all)));
  return (
    <Autocomplete
      size="xs"
      label={messages.shared.createdBy}
      placeholder={messages.moreFilters.eMail}
      limit={8}
      comboboxProps={{ withinPortal: false }}
      data={all.map(each => each.address)}
      value={typed}
      onChange={setTyped}
    />
  );
}
