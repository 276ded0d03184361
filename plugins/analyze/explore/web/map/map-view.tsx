import { Button, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { Select } from '#core/controls/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { EmptyState, ErrorPanel } from '#core/ui/web/index.ts';
import type { ListedItem } from '#plugins/workspace/items/common/index.ts';
import { itemKeys } from '#plugins/workspace/items/common/index.ts';
import type { Selection } from '#plugins/workspace/items/web/kit/index.ts';
import { SelectionStore, sizeOf, useStatuses } from '#plugins/workspace/items/web/kit/index.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import type { ExploreAddress } from '../../common/explore-address.ts';
import { comparesPictures } from '../compares-pictures.ts';
import { ExploreClient } from '../explore-client.ts';
import { messages } from '../messages.ts';
import { searchPlace } from '../results/found-ids.ts';
import { ModelPanel } from '../similar/model-panel.tsx';
import { useSimilarity } from '../similar/use-similarity.ts';
import type { MapColouring } from './map-groups.ts';
import { mapColourings, mapGroups } from './map-groups.ts';
import { MapPlane } from './map-plane.tsx';
import classes from './map.module.css';

/** Numbers that a list of a query takes. */
const MOST_LISTED = 500;

interface MapViewProps {
  readonly projectId: number;
  readonly address: ExploreAddress;
  readonly pathOf: (item: Pick<ListedItem, 'id'>) => string;
  readonly onQuery: (query: string) => void;
}

/** The results as points: pictures that look alike lie close together. What is encircled becomes the selection. */
export function MapView({ projectId, address, pathOf, onQuery }: MapViewProps): JSX.Element {
  const { similarity } = useService(ExploreClient);
  const selection = useService(SelectionStore);
  const { type } = useProject();
  const selected = useSnapshot(selection.state).selected as Selection;
  const statuses = useStatuses(projectId);
  const [by, setBy] = useState<MapColouring>('class');
  const { query, folderId, subsetId } = address;
  const place = searchPlace(projectId, { folderId, subsetId });
  const { status } = useSimilarity(projectId);
  const state = status.data?.embeddings.state;
  const comparable = state === 'ready' || state === 'updating';
  const map = useQuery({
    enabled: comparable,
    queryKey: itemKeys.dependent('explore', projectId, { query, folderId, subsetId }, 'map'),
    queryFn: ({ signal }) => similarity.mapItems({ query: place, body: { query }, signal }),
    staleTime: 60_000,
    retry: false,
  });
  if (!comparesPictures(type)) return <EmptyState icon="image" text={messages.mapView.noPictures} />;
  if (status.error !== null) return <ErrorPanel error={status.error} onRetry={() => void status.refetch()} />;
  if (state !== undefined && !comparable)
    return <ModelPanel projectId={projectId} onReady={() => void status.refetch()} />;
  if (map.error !== null) return <ErrorPanel error={map.error} onRetry={() => void map.refetch()} />;
  if (map.data === undefined) return <Loader m="auto" aria-label={messages.mapView.drawing} />;
  const { data, scores, total } = map.data;
  if (data.length === 0) return <EmptyState icon="image" text={messages.mapView.noPictures} />;
  const colourings = mapColourings(data, scores);
  const shownBy = colourings.some(each => each.value === by) ? by : 'class';
  const { groups, colours } = mapGroups(
    data,
    shownBy,
    value => statuses.find(each => each.value === value)?.name ?? String(value),
  );
  const ids = 'ids' in selected ? [...selected.ids] : [];
  return (
    <div className={classes['view']}>
      <div className={classes['legend']}>
        <Select
          w={160}
          allowDeselect={false}
          aria-label={messages.mapView.colourBy}
          value={shownBy}
          onChange={value => setBy(value as MapColouring)}
          data={[...colourings]}
        />
        {groups.map(({ name, color, count }) => (
          <span key={name} className={classes['group']}>
            <span className={classes['dot']} style={{ background: color }} />
            {name}
            <span className={classes['count']}>{count.toLocaleString('en')}</span>
          </span>
        ))}
        {sizeOf(selected) === 0 || ids.length === 0 || ids.length > MOST_LISTED ? undefined : (
          <Button ml="auto" size="xs" variant="default" onClick={() => onQuery(`metadata(id IN [${ids.join(', ')}])`)}>
            {messages.mapView.searchTheseOnly}
          </Button>
        )}
      </div>
      <p className={classes['hint']}>
        {data.length < total ? `${messages.mapView.someOf(data.length, total)} ` : ''}
        {messages.mapView.hint}
      </p>
      <MapPlane
        projectId={projectId}
        points={data}
        colours={colours}
        selected={id => ids.length > 0 && 'ids' in selected && selected.ids.has(id)}
        onSelect={(chosen, add) => selection.set(add ? [...ids, ...chosen] : chosen)}
        onToggle={id => selection.toggle(id)}
        onClear={() => selection.clear()}
        pathOf={pathOf}
      />
    </div>
  );
}
