import { Button, Checkbox, Group, Menu } from '@mantine/core';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { useAddressOf, Panel, useCan, useEmail, usePanels } from '#core/kernel/web/index.ts';
import { Icon, PageToolbar, SearchBox, useTyped } from '#core/ui/web/index.ts';
import classes from '../data.module.css';
import { AddFilter, FilterChips } from '../filters/filter-chips.tsx';
import type { FilterField } from '../kit/filter-field.ts';
import { useStatuses } from '../kit/use-statuses.ts';
import { messages } from '../messages.ts';
import type { DataFilter } from './use-data-filter.ts';
import { usePeople } from './use-people.ts';
import { ViewControls } from './view-controls.tsx';

/** Search, filters, order and view of the items. `byStatus` are the numbers shown beside the statuses. */
export function DataToolbar({
  projectId,
  state,
  fields,
  byStatus,
}: {
  readonly projectId: number;
  readonly state: DataFilter;
  readonly fields: readonly FilterField[];
  readonly byStatus: Readonly<Record<string, number>>;
}): JSX.Element {
  const { filter, change, clear, narrowed } = state;
  const statuses = useStatuses(projectId);
  const [search, setSearch] = useTyped(filter.name ?? '', name => change({ name }));

  return (
    <>
      <PageToolbar>
        <SearchBox value={search} onChange={setSearch} label={messages.dataToolbar.searchByName} />
        <Choices
          label={messages.shared.status}
          chosen={filter.status ?? []}
          onChange={status => change({ status: status.length === 0 ? undefined : status })}
          options={statuses.map(each => ({
            value: each.value,
            label: each.title,
            color: each.color,
            count: byStatus[String(each.value)] ?? 0,
          }))}
        />
        <AssigneeFilter projectId={projectId} value={filter.assignee} onChange={assignee => change({ assignee })} />
        <AddFilter state={state} fields={fields} />
        {narrowed ? (
          <Button
            variant="subtle"
            color="gray"
            onClick={() => {
              setSearch('');
              clear();
            }}
          >
            {messages.dataToolbar.clearAll}
          </Button>
        ) : undefined}
        {usePanels('items.toolbar').map(panel => (
          <Panel
            key={`${panel.plugin} ${panel.name}`}
            panel={panel}
            fallback={undefined}
            context={{ folderId: filter.folder_id, search: state.search }}
          />
        ))}
        <ViewControls projectId={projectId} state={state} fields={fields} />
      </PageToolbar>
      <FilterChips state={state} fields={fields} />
    </>
  );
}

interface Choice {
  readonly value: number;
  readonly label: string;
  readonly color?: string;
  readonly count?: number;
}

/** A filter of several values. */
function Choices({
  label,
  chosen,
  options,
  onChange,
}: {
  readonly label: string;
  readonly chosen: readonly number[];
  readonly options: readonly Choice[];
  readonly onChange: (values: number[]) => void;
}): JSX.Element {
  const names = options.filter(each => chosen.includes(each.value)).map(each => each.label);
  return (
    <Menu closeOnItemClick={false} width={210}>
      <Menu.Target>
        <Button variant={chosen.length === 0 ? 'default' : 'light'} rightSection={<Icon name="down" size={12} />}>
          {names.length === 0 ? label : names.length > 2 ? `${label}: ${names.length}` : names.join(', ')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {options.map(each => {
          const on = chosen.includes(each.value);
          return (
            <Menu.Item
              key={each.value}
              role="menuitemcheckbox"
              aria-checked={on}
              leftSection={<Checkbox checked={on} readOnly tabIndex={-1} aria-hidden />}
              rightSection={
                each.count === undefined ? undefined : (
                  <span className={classes['muted']}>{each.count.toLocaleString('en')}</span>
                )
              }
              onClick={() => onChange(on ? chosen.filter(value => value !== each.value) : [...chosen, each.value])}
            >
              <Group gap={7} wrap="nowrap">
                {each.color === undefined ? undefined : (
                  <span className={classes['dot']} style={{ background: each.color }} />
                )}
                {each.label}
              </Group>
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}

function AssigneeFilter({
  projectId,
  value,
  onChange,
}: {
  readonly projectId: number;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}): JSX.Element | undefined {
  const addressOf = useAddressOf();
  const people = usePeople(projectId);
  const me = useEmail();
  const lists = useCan('ListFolders');
  if (!lists) return undefined;
  const others = people
    .filter(each => each.email !== me)
    .map(each => ({
      value: each.email,
      label: `${each.first_name} ${each.last_name}`.trim() || addressOf(each.email),
    }));
  return (
    <Select
      w={150}
      aria-label={messages.shared.assignedTo}
      placeholder={messages.shared.assignedTo}
      clearable
      searchable={others.length > 8}
      value={value ?? null}
      onChange={next => onChange(next ?? undefined)}
      comboboxProps={{ width: 220, position: 'bottom-start' }}
      data={[
        { value: 'none', label: messages.dataToolbar.nobody },
        { value: 'me', label: messages.dataToolbar.me },
        ...others,
      ]}
    />
  );
}
