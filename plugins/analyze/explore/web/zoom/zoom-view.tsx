import { ActionIcon } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { JSX, KeyboardEvent } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { useService } from '#core/kernel/web/index.ts';
import { Icon, LoadingSkeleton, Tooltip } from '#core/ui/web/index.ts';
import type { ListedItem } from '#plugins/workspace/items/common/index.ts';
import type { ItemWindow } from '#plugins/workspace/items/web/kit/index.ts';
import {
  ItemPreview,
  ItemsClient,
  SelectionStore,
  StatusMark,
  useItemSummaries,
} from '#plugins/workspace/items/web/kit/index.ts';
import { messages } from '../messages.ts';
import type { FoundItem } from '../results/use-found-items.ts';
import { ZoomObjects } from './zoom-objects.tsx';
import classes from './zoom.module.css';

interface ZoomViewProps {
  readonly projectId: number;
  readonly list: ItemWindow<FoundItem>;
  readonly count: number;
  readonly pathOf: (item: ListedItem) => string;
  /** Leads back to the grid. */
  readonly onGrid: () => void;
}

/** One item of the results at a time, with its annotations; the arrow keys walk through the results. */
export function ZoomView({ projectId, list, count, pathOf, onGrid }: ZoomViewProps): JSX.Element {
  const selection = useService(SelectionStore);
  const navigate = useNavigate();
  const { active } = useSnapshot(selection.state);
  const place = Math.min(active, count - 1);
  const { want } = list;
  useEffect(() => want(Math.max(0, place - 1), Math.min(count - 1, place + 1)), [want, place, count]);
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus({ preventScroll: true }), []);
  const item = list.at(place);
  const summary = useItemSummaries(projectId, list, place, place).get(item?.id ?? 0);
  const go = (next: number): void => selection.moveTo(Math.max(0, Math.min(count - 1, next)));
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return;
    const next = { ArrowRight: place + 1, ArrowLeft: place - 1, Home: 0, End: count - 1 }[event.key];
    if (next !== undefined) go(next);
    else if (event.key === 'Enter' && item !== undefined) void navigate(pathOf(item));
    else if (event.key === ' ' && item !== undefined) selection.toggle(item.id);
    else if (event.key === 'Escape') onGrid();
    else return;
    event.preventDefault();
  };
  return (
    <section
      ref={section}
      className={classes['zoom']}
      tabIndex={0}
      aria-label={messages.zoomView.zoom}
      data-item-list
      onKeyDown={onKeyDown}
    >
      <Step label={messages.zoomView.previous} icon="left" disabled={place === 0} onClick={() => go(place - 1)} />
      {item === undefined ? (
        <LoadingSkeleton className={classes['stage']} label={messages.shared.searching} />
      ) : (
        <div className={classes['stage']}>
          <Picture key={item.id} projectId={projectId} item={item} summary={summary} />
        </div>
      )}
      <Step label={messages.zoomView.next} icon="right" disabled={place === count - 1} onClick={() => go(place + 1)} />
      <aside className={classes['side']}>
        <p className={classes['place']} role="status">
          {messages.zoomView.placeOf(place + 1, count)}
        </p>
        {item === undefined ? undefined : (
          <>
            <Link to={pathOf(item)} className={classes['name']}>
              {item.name}
            </Link>
            <span className={classes['folder']}>
              {item.is_root_folder ? messages.zoomView.notInAFolder : item.folder_name}
            </span>
            <StatusMark projectId={projectId} value={item.annotation_status} />
            {item.excerpt === undefined ? undefined : <q className={classes['excerpt']}>{item.excerpt}</q>}
            <ZoomObjects projectId={projectId} itemId={item.id} />
          </>
        )}
      </aside>
    </section>
  );
}

interface PictureProps {
  readonly projectId: number;
  readonly item: FoundItem;
  readonly summary: Parameters<typeof ItemPreview>[0]['summary'];
}

/** The picture in full size once it is loaded, the small one before. */
function Picture({ projectId, item, summary }: PictureProps): JSX.Element {
  const { items } = useService(ItemsClient);
  const asset = useQuery({
    queryKey: ['explore', 'asset', projectId, item.id],
    queryFn: ({ signal }) => items.getAsset({ params: { project_id: projectId, item_id: item.id }, signal }),
    enabled: item.thumbnail !== null,
    staleTime: 5 * 60_000,
  });
  const { width, height } = item.metadata;
  const image = asset.data?.mime?.startsWith('image/') === true ? asset.data.url : null;
  return (
    <div
      className={classes['picture']}
      style={width === null || height === null ? {} : { aspectRatio: `${width} / ${height}` }}
    >
      <ItemPreview item={{ ...item, thumbnail: image ?? item.thumbnail }} summary={summary} />
    </div>
  );
}

interface StepProps {
  readonly label: string;
  readonly icon: 'left' | 'right';
  readonly disabled: boolean;
  readonly onClick: () => void;
}

function Step({ label, icon, disabled, onClick }: StepProps): JSX.Element {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} size={36} disabled={disabled} onClick={onClick}>
        <Icon name={icon} size={20} />
      </ActionIcon>
    </Tooltip>
  );
}
