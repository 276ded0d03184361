import { ActionIcon, Group } from '@mantine/core';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { Select } from '#core/controls/web/index.ts';
import { Panel, usePanels, useService } from '#core/kernel/web/index.ts';
import { Icon, Segments, Tooltip } from '#core/ui/web/index.ts';
import type { ItemSort } from '../../common/api.ts';
import { readLayout } from '../columns/column-layout.ts';
import type { ListView } from '../columns/list-view.ts';
import { listView, searchOfView } from '../columns/list-view.ts';
import { ColumnChooser } from '../columns/column-chooser.tsx';
import { useItemColumns } from '../columns/item-columns.tsx';
import { DataViewStore } from '../data-view-store.ts';
import type { FilterField } from '../kit/filter-field.ts';
import { messages } from '../messages.ts';
import { PictureSize } from '../picture-size.tsx';
import type { DataFilter } from './use-data-filter.ts';

const SORTS: readonly { readonly value: ItemSort; readonly label: string }[] = [
  { value: 'name', label: messages.shared.name },
  { value: 'created', label: messages.shared.added },
  { value: 'updated', label: messages.shared.changed },
  { value: 'status', label: messages.shared.status },
  { value: 'priority', label: messages.shared.priority },
  { value: 'size', label: messages.viewControls.fileSize },
];

/** Saved views, order, columns or size of pictures, and the kind of view. */
export function ViewControls({
  projectId,
  state,
  fields,
}: {
  readonly projectId: number;
  readonly state: DataFilter;
  readonly fields: readonly FilterField[];
}): JSX.Element {
  const { filter, change } = state;
  const columns = useItemColumns(projectId, fields);
  const store = useService(DataViewStore);
  const { view } = useSnapshot(store.state);
  const descending = filter.order === 'desc';
  return (
    <Group gap={4} ml="auto" wrap="nowrap">
      <Views projectId={projectId} state={state} />
      <Select
        w={104}
        aria-label={messages.viewControls.sortBy}
        allowDeselect={false}
        data={[...SORTS]}
        value={filter.sort ?? 'name'}
        onChange={value =>
          change({ sort: value as ItemSort, order: value === 'name' || value === 'status' ? undefined : 'desc' })
        }
      />
      <Tooltip label={descending ? messages.viewControls.descending : messages.viewControls.ascending}>
        <ActionIcon
          aria-label={
            descending
              ? messages.viewControls.descendingChangeToAscending
              : messages.viewControls.ascendingChangeToDescending
          }
          onClick={() => change({ order: descending ? undefined : 'desc' })}
        >
          <Icon name={descending ? 'descending' : 'ascending'} />
        </ActionIcon>
      </Tooltip>
      {view === 'grid' ? <PictureSize /> : <ColumnChooser columns={columns} />}
      <Segments
        aria-label={messages.viewControls.view}
        value={view}
        onChange={value => store.show(value)}
        data={[
          { value: 'grid', label: <ViewIcon name="grid" label={messages.viewControls.grid} /> },
          { value: 'table', label: <ViewIcon name="list" label={messages.viewControls.table} /> },
        ]}
      />
    </Group>
  );
}

/** The views of this list, where a plugin keeps them. */
function Views({
  projectId,
  state: { search, goTo },
}: {
  readonly projectId: number;
  readonly state: DataFilter;
}): JSX.Element {
  const store = useService(DataViewStore);
  const { layout } = useSnapshot(store.state);
  const apply = (view: ListView): void => {
    store.lay(readLayout(view.columns));
    store.show('table');
    goTo(searchOfView(view));
  };
  return (
    <>
      {usePanels('table.views').map(panel => (
        <Panel
          key={panel.plugin}
          panel={panel}
          fallback={undefined}
          context={{ table: `items/${projectId}`, now: listView(layout, search), fresh: search === '', apply }}
        />
      ))}
    </>
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
