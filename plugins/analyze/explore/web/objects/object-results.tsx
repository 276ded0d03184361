import { Button, Skeleton } from '@mantine/core';
import type { JSX } from 'react';
import { EmptyState, ErrorPanel } from '#core/ui/web/index.ts';
import type { ExploreAddress } from '../../common/explore-address.ts';
import { messages } from '../messages.ts';
import { ObjectGrid } from './object-grid.tsx';
import classes from './objects.module.css';
import type { FoundObject } from './use-found-objects.ts';
import { useFoundObjects } from './use-found-objects.ts';

interface ObjectResultsProps {
  readonly projectId: number;
  readonly address: ExploreAddress;
  readonly pathOf: (item: FoundObject['item']) => string;
  readonly onItems: () => void;
  /** Runs another query in this view. */
  readonly onQuery: (query: string) => void;
}

/** The objects that made items match, or why there are none. */
export function ObjectResults({ projectId, address, pathOf, onItems, onQuery }: ObjectResultsProps): JSX.Element {
  const list = useFoundObjects(projectId, address);
  const { count, error } = list;
  if (error !== null) return <ErrorPanel error={error} onRetry={() => list.retry()} />;
  if (count === undefined)
    return (
      <div className={classes['waiting']} role="group" aria-label={messages.shared.searching}>
        {Array.from({ length: 14 }, (_, each) => (
          <Skeleton key={each} h={172} />
        ))}
      </div>
    );
  if (count === 0)
    return (
      <EmptyState icon="shape" text={messages.objectResults.theseItemsHaveNoObjects}>
        <Button variant="default" onClick={onItems}>
          {messages.objectResults.showTheItems}
        </Button>
      </EmptyState>
    );
  const { query, folderId, subsetId } = address;
  return (
    <ObjectGrid
      key={JSON.stringify([query, folderId, subsetId])}
      projectId={projectId}
      list={list}
      count={count}
      pathOf={pathOf}
      onQuery={onQuery}
    />
  );
}
