import { Button, Skeleton } from '@mantine/core';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { useService } from '#core/kernel/web/index.ts';
import { EmptyState, ErrorPanel } from '#core/ui/web/index.ts';
import type { ListedItem } from '../../common/item.ts';
import { DataViewStore } from '../data-view-store.ts';
import type { FilterField } from '../kit/filter-field.ts';
import { messages } from '../messages.ts';
import type { ItemWindow } from '../use-item-window.ts';
import { EmptyData } from './empty-data.tsx';
import { ItemGrid } from './item-grid.tsx';
import { ItemTable } from './item-table.tsx';
import type { DataFilter } from './use-data-filter.ts';

interface DataBodyProps {
  readonly projectId: number;
  readonly list: ItemWindow;
  readonly state: DataFilter;
  readonly fields: readonly FilterField[];
  readonly name: string;
  readonly folderId: number | undefined;
  readonly uploads: boolean;
  /** The caller sees own items only. */
  readonly member: boolean;
  readonly pathOf: (item: ListedItem) => string;
  readonly onMenu: (item: ListedItem, at: { readonly x: number; readonly y: number }) => void;
}

/** The items as cards or rows, or what to do while there are none. */
export function DataBody({
  list,
  state,
  fields,
  name,
  projectId,
  folderId,
  uploads,
  member,
  pathOf,
  onMenu,
}: DataBodyProps): JSX.Element {
  const { view } = useSnapshot(useService(DataViewStore).state);
  if (list.error !== null && list.count === undefined) return <ErrorPanel error={list.error} onRetry={list.retry} />;
  if (list.count === undefined) return <Waiting />;
  if (list.count > 0) {
    const props = { projectId, list, count: list.count, state, fields, name, pathOf, onMenu };
    return view === 'table' ? (
      <ItemTable key={`table ${name}`} {...props} />
    ) : (
      <ItemGrid key={`grid ${name}`} {...props} />
    );
  }
  if (state.narrowed)
    return (
      <EmptyState icon="search" text={messages.dataBody.noItemsMatch}>
        <Button variant="default" onClick={state.clear}>
          {messages.dataBody.clearFilters}
        </Button>
      </EmptyState>
    );
  if (member) return <EmptyState icon="image" text={messages.dataBody.noTasksForYouRightNow} />;
  if (!uploads) return <EmptyState icon="image" text={messages.dataBody.noItemsHereYet} />;
  return <EmptyData folderId={folderId} />;
}

function Waiting(): JSX.Element {
  return (
    <div
      style={{
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fill, minmax(160px, 1fr))',
        gap: 12,
        padding: '2px 20px',
      }}
      aria-label={messages.dataBody.loadingItems}
    >
      {Array.from({ length: 14 }, (_, each) => (
        <Skeleton key={each} h={172} />
      ))}
    </div>
  );
}
