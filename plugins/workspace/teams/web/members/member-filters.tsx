import { Button, CloseButton, Group, Popover, Stack, Text } from '@mantine/core';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { Icon } from '#core/ui/web/index.ts';
import type { TeamMember } from '../../common/api.ts';
import { messages } from '../messages.ts';
import type { MemberColumn } from './member-column.ts';
import { columnChoices } from './member-list.ts';
import type { MemberFilterState } from './use-member-filter.ts';

interface MemberFiltersProps {
  readonly members: readonly TeamMember[];
  readonly columns: readonly MemberColumn[];
  readonly state: MemberFilterState;
}

/** One select for each column that can be filtered. */
export function MemberFilters({ members, columns, state }: MemberFiltersProps): JSX.Element {
  const offered = columns.filter(each => each.filter === true);
  const count = Object.keys(state.filter.values).length;
  return (
    <Popover position="bottom-start" trapFocus width={280} withinPortal>
      <Popover.Target>
        <Button variant="default" leftSection={<Icon name="filter" size={14} />}>
          {count === 0 ? messages.memberFilters.filter : messages.memberFilters.filterCount(count)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          {offered.map(each => (
            <Select
              key={each.key}
              label={each.title}
              placeholder={messages.memberFilters.any}
              clearable
              searchable
              comboboxProps={{ withinPortal: false }}
              value={state.filter.values[each.key] ?? null}
              data={[
                ...new Set([
                  ...columnChoices(members, each),
                  ...(state.filter.values[each.key] === undefined ? [] : [state.filter.values[each.key]!]),
                ]),
              ]}
              onChange={value => state.want(each.key, value ?? undefined)}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Lists the filters, each to be removed. */
export function FilterChips({ columns, state }: Omit<MemberFiltersProps, 'members'>): JSX.Element | undefined {
  const chips = Object.entries(state.filter.values).flatMap(([key, value]) => {
    const column = columns.find(each => each.key === key);
    return column === undefined ? [] : [{ key, text: messages.memberFilters.titleIs(column.title, value) }];
  });
  if (chips.length === 0) return undefined;
  return (
    <Group gap={6} px={20} pb={10}>
      {chips.map(each => (
        <Group
          key={each.key}
          gap={2}
          wrap="nowrap"
          px={8}
          style={{ border: '1px solid var(--loupe-line)', borderRadius: 12, background: 'var(--loupe-surface)' }}
        >
          <Text size="xs">{each.text}</Text>
          <CloseButton
            size="xs"
            aria-label={messages.memberFilters.removeFilter(each.text)}
            onClick={() => state.want(each.key, undefined)}
          />
        </Group>
      ))}
      <Button size="compact-xs" variant="subtle" onClick={state.clear}>
        {messages.memberFilters.clearAll}
      </Button>
    </Group>
  );
}
