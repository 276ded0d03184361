import { ActionIcon, Button, Checkbox, Group, Menu } from '@mantine/core';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { Select } from '#core/controls/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { Icon, PageToolbar, SearchBox, Segments, Tooltip, useTyped } from '#core/ui/web/index.ts';
import type { ProjectSort } from '../../common/api.ts';
import { projectStatuses } from '../../common/project-status.ts';
import { ProjectTypes } from '../../common/project-types.ts';
import { ListViewStore } from '../list-view-store.ts';
import { messages } from '../messages.ts';
import classes from '../projects.module.css';
import { ColumnChooser } from './column-chooser.tsx';
import { ListViews } from './list-views.tsx';
import { MoreFilters } from './more-filters.tsx';
import type { FilterState } from './use-list-filter.ts';

const SORTS: readonly { readonly value: ProjectSort; readonly label: string }[] = [
  { value: 'updated', label: messages.listToolbar.lastChanged },
  { value: 'created', label: messages.shared.created },
  { value: 'name', label: messages.shared.name },
  { value: 'status', label: messages.shared.status },
  { value: 'due', label: messages.shared.dueDate },
];

/** Orders that begin with the latest. */
const LATEST_FIRST: ReadonlySet<string | null> = new Set<ProjectSort>(['updated', 'created']);

/** Search, filters, order and view of the list of projects. */
export function ListToolbar({ state }: { readonly state: FilterState }): JSX.Element {
  const store = useService(ListViewStore);
  const types = useService(ProjectTypes);
  const { view } = useSnapshot(store.state);
  const { filter, change, clear, narrowed } = state;
  const [search, setSearch] = useTyped(filter.name, name => change({ name }));
  const chosen = filter.statuses.map(value => projectStatuses.find(each => each.value === value)?.title).join(', ');
  return (
    <PageToolbar>
      <SearchBox value={search} onChange={setSearch} label={messages.listToolbar.searchProjects} />
      <Menu closeOnItemClick={false} width={180}>
        <Menu.Target>
          <Button
            variant={filter.statuses.length === 0 ? 'default' : 'light'}
            rightSection={<Icon name="down" size={12} />}
          >
            {chosen === '' ? messages.shared.status : chosen}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {projectStatuses.map(each => {
            const on = filter.statuses.includes(each.value);
            return (
              <Menu.Item
                key={each.value}
                role="menuitemcheckbox"
                aria-checked={on}
                leftSection={<Checkbox checked={on} readOnly tabIndex={-1} aria-hidden />}
                rightSection={<span className={classes['dot']} style={{ background: each.color }} />}
                onClick={() =>
                  change({
                    statuses: on
                      ? filter.statuses.filter(value => value !== each.value)
                      : [...filter.statuses, each.value],
                  })
                }
              >
                {each.title}
              </Menu.Item>
            );
          })}
        </Menu.Dropdown>
      </Menu>
      <Select
        w={132}
        aria-label={messages.shared.type}
        placeholder={messages.listToolbar.anyType}
        clearable
        data={types.all.map(each => ({ value: String(each.value), label: each.title }))}
        value={filter.type === undefined ? null : String(filter.type)}
        onChange={value => change({ type: value === null ? undefined : Number(value) })}
      />
      <Button
        variant={filter.pinned ? 'light' : 'default'}
        aria-pressed={filter.pinned}
        leftSection={<Icon name={filter.pinned ? 'pinned' : 'pin'} size={14} />}
        onClick={() => change({ pinned: !filter.pinned })}
      >
        {messages.shared.pinned}
      </Button>
      <MoreFilters state={state} />
      {narrowed ? (
        <Button
          variant="subtle"
          color="gray"
          onClick={() => {
            setSearch('');
            clear();
          }}
        >
          {messages.listToolbar.clearAll}
        </Button>
      ) : undefined}
      <Group gap={4} ml="auto" wrap="nowrap">
        <ListViews />
        {view === 'table' ? <ColumnChooser /> : undefined}
        <Select
          w={132}
          aria-label={messages.listToolbar.sortBy}
          allowDeselect={false}
          data={[...SORTS]}
          value={filter.sort}
          onChange={value => change({ sort: value as ProjectSort, order: LATEST_FIRST.has(value) ? 'desc' : 'asc' })}
        />
        <Tooltip label={filter.order === 'asc' ? messages.listToolbar.ascending : messages.listToolbar.descending}>
          <ActionIcon
            aria-label={
              filter.order === 'asc'
                ? messages.listToolbar.ascendingChangeToDescending
                : messages.listToolbar.descendingChangeToAscending
            }
            onClick={() => change({ order: filter.order === 'asc' ? 'desc' : 'asc' })}
          >
            <Icon name={filter.order === 'asc' ? 'ascending' : 'descending'} />
          </ActionIcon>
        </Tooltip>
        <Segments
          aria-label={messages.listToolbar.view}
          value={view}
          onChange={value => store.show(value)}
          data={[
            { value: 'cards', label: <ViewIcon name="grid" label={messages.listToolbar.cards} /> },
            { value: 'table', label: <ViewIcon name="list" label={messages.listToolbar.table} /> },
          ]}
        />
      </Group>
    </PageToolbar>
  );
}

function ViewIcon({ name, label }: { readonly name: string; readonly label: string }): JSX.Element {
  return (
    <Tooltip label={label}>
      <span role="img" aria-label={label} style={{ display: 'grid' }}>
        <Icon name={name} size={14} />
      </span>
    </Tooltip>
  );
}
