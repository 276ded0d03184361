import { Button, Skeleton } from '@mantine/core';
import type { JSX } from 'react';
import { isFault } from '#core/base/common/index.ts';
import { EmptyState, ErrorPanel } from '#core/ui/web/index.ts';
import type { ListedItem } from '#plugins/workspace/items/common/index.ts';
import { ItemGrid, ItemRows } from '#plugins/workspace/items/web/kit/index.ts';
import type { ExploreAddress } from '../../common/explore-address.ts';
import classes from '../explore.module.css';
import { messages } from '../messages.ts';
import { MapView } from '../map/map-view.tsx';
import { ObjectResults } from '../objects/object-results.tsx';
import { MeasurePanel } from '../quality/measure-panel.tsx';
import { ModelPanel } from '../similar/model-panel.tsx';
import { ZoomView } from '../zoom/zoom-view.tsx';
import { useFoundColumns } from './found-columns.tsx';
import { SyncPanel } from './sync-panel.tsx';
import type { FoundItem, FoundItems } from './use-found-items.ts';

interface ResultBodyProps {
  readonly projectId: number;
  readonly found: FoundItems;
  readonly address: ExploreAddress;
  /** Names the list for the scroll position. */
  readonly name: string;
  readonly pathOf: (item: Pick<ListedItem, 'id'>) => string;
  readonly onMenu: (item: FoundItem, at: { readonly x: number; readonly y: number }) => void;
  readonly onAgain: () => void;
  /** Runs another query in the view of items. */
  readonly onQuery?: (query: string) => void;
  readonly onClear: () => void;
  /** Leads from the objects of items, or from a single item, to the items. */
  readonly onItems?: () => void;
  /** Leaves the folder or subset that is searched. */
  readonly onAllItems?: () => void;
  /** Leads to where items are put into the project. */
  readonly onData?: () => void;
}

/** Returns what has to be compared by a model first; undefined where pictures are only measured. */
function neededModel({ details }: { readonly details?: unknown }): 'embeddings' | 'texts' | undefined {
  const needs = (details as { readonly needs?: string } | undefined)?.needs;
  return needs === 'embeddings' || needs === 'texts' ? needs : undefined;
}

/** Shows the results, or the reason that there are none. */
export function ResultBody({
  projectId,
  found: { list },
  address,
  name,
  pathOf,
  onMenu,
  onAgain,
  onQuery = onAgain,
  onClear,
  onItems = onClear,
  onAllItems,
  onData,
}: ResultBodyProps): JSX.Element {
  const columns = useFoundColumns(projectId, list.at(0)?.excerpt !== undefined);
  const { query, folderId, subsetId, view } = address;
  const { error, count } = list;
  if (isFault(error) && error.code === 'QUERY_SYNTAX')
    return (
      <EmptyState icon="search" text={messages.resultBody.queryCannotBeRun}>
        <Button variant="default" onClick={onClear}>
          {messages.shared.clearQuery}
        </Button>
      </EmptyState>
    );
  if (isFault(error) && error.code === 'EXPLORE_SYNCING') return <SyncPanel projectId={projectId} onReady={onAgain} />;
  if (isFault(error) && error.code === 'SIMILARITY_NOT_READY') {
    const needed = neededModel(error);
    return needed === undefined ? (
      <MeasurePanel projectId={projectId} onReady={onAgain} />
    ) : (
      <ModelPanel projectId={projectId} of={needed} onReady={onAgain} />
    );
  }
  if (isFault(error) && error.code === 'MODEL_UNAVAILABLE')
    return <ModelPanel projectId={projectId} onReady={onAgain} />;
  if (isFault(error) && error.code === 'NOT_FOUND' && subsetId !== undefined)
    return (
      <EmptyState icon="group" text={messages.resultBody.subsetIsGone}>
        {onAllItems === undefined ? undefined : (
          <Button variant="default" onClick={onAllItems}>
            {messages.resultBody.searchAllItems}
          </Button>
        )}
      </EmptyState>
    );
  if (error !== null) return <ErrorPanel error={error} onRetry={onAgain} />;
  if (count === undefined)
    return (
      <div className={classes['waiting']} role="group" aria-label={messages.shared.searching}>
        {Array.from({ length: 14 }, (_, each) => (
          <Skeleton key={each} h={172} />
        ))}
      </div>
    );
  if (count > 0 && view === 'instance')
    return (
      <ObjectResults projectId={projectId} address={address} pathOf={pathOf} onItems={onItems} onQuery={onQuery} />
    );
  if (count > 0 && view === 'map')
    return <MapView key={name} projectId={projectId} address={address} pathOf={pathOf} onQuery={onQuery} />;
  if (count > 0 && view === 'zoom')
    return <ZoomView projectId={projectId} list={list} count={count} pathOf={pathOf} onGrid={onItems} />;
  if (count > 0) {
    const props = { projectId, list, count, name, pathOf, onMenu };
    return view === 'list' ? (
      <ItemRows
        key={`list ${name}`}
        {...props}
        columns={columns}
        head={({ column }) => (
          <span role="columnheader" className={classes['columnHead']}>
            {column.title}
          </span>
        )}
      />
    ) : (
      <ItemGrid key={`grid ${name}`} {...props} />
    );
  }
  if (query !== '' || folderId !== undefined || subsetId !== undefined)
    return (
      <EmptyState icon="search" text={messages.resultBody.nothingMatches}>
        <Button variant="default" onClick={onClear}>
          {query === '' ? messages.resultBody.searchAllItems : messages.shared.clearQuery}
        </Button>
      </EmptyState>
    );
  return (
    <EmptyState icon="image" text={messages.resultBody.noItemsHereYet}>
      {onData === undefined ? undefined : (
        <Button variant="default" onClick={onData}>
          {messages.resultBody.goToData}
        </Button>
      )}
    </EmptyState>
  );
}
