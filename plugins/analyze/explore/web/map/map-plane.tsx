import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { JSX, KeyboardEvent, PointerEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { oneOf } from '#core/api/common/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { itemKeys } from '#plugins/workspace/items/common/index.ts';
import type { ListedItem } from '#plugins/workspace/items/common/index.ts';
import { ItemPreview, ItemsClient } from '#plugins/workspace/items/web/kit/index.ts';
import type { MapPlace } from '../../common/map-lasso.ts';
import { inOutline, isDrag, pointAt, pointTowards } from '../../common/map-lasso.ts';
import type { MapPoint } from '../../common/similarity-api.ts';
import { messages } from '../messages.ts';
import { drawMap, placeOf } from './draw-map.ts';
import classes from './map.module.css';

/** Pixels around a point that belong to it. */
const REACH = 8;

interface MapPlaneProps {
  readonly projectId: number;
  readonly points: readonly MapPoint[];
  readonly colours: readonly string[];
  readonly selected: (id: number) => boolean;
  readonly onSelect: (ids: readonly number[], add: boolean) => void;
  readonly onToggle: (id: number) => void;
  readonly onClear: () => void;
  readonly pathOf: (item: Pick<ListedItem, 'id'>) => string;
}

/** The points of the map, a lasso, and the keys that walk from point to point. */
export function MapPlane({
  projectId,
  points,
  colours,
  selected,
  onSelect,
  onToggle,
  onClear,
  pathOf,
}: MapPlaneProps): JSX.Element {
  const navigate = useNavigate();
  const { ref, width, height } = useElementSize<HTMLDivElement>();
  const plane = useRef<HTMLDivElement>(null);
  const merged = useMergedRef(ref, plane);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [active, setActive] = useState<number>();
  const [outline, setOutline] = useState<readonly MapPlace[]>([]);
  const frame = { width, height };

  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (context === null || context === undefined || canvas.current === null || width === 0) return;
    const ratio = window.devicePixelRatio;
    canvas.current.width = Math.round(width * ratio);
    canvas.current.height = Math.round(height * ratio);
    const ink = getComputedStyle(canvas.current).color;
    drawMap(context, { width, height }, ratio, { points, colours, selected, active, outline, ink });
  });

  const placeAt = (event: PointerEvent): MapPlace => {
    const box = event.currentTarget.getBoundingClientRect();
    return placeOf(event.clientX - box.left, event.clientY - box.top, frame);
  };
  const reach = REACH / Math.max(1, Math.min(width, height));
  const indexAt = (event: PointerEvent): number | undefined => pointAt(points, placeAt(event), reach);
  const onPointerUp = (event: PointerEvent): void => {
    const add = event.ctrlKey || event.metaKey || event.shiftKey;
    const index = indexAt(event);
    setOutline([]);
    // A hand that presses a button moves the pointer a little.
    if (isDrag(outline, reach))
      onSelect(
        inOutline(points, outline).map(each => each.id),
        add,
      );
    else if (index === undefined) onClear();
    else if (add) onToggle(points[index]!.id);
    else onSelect([points[index]!.id], false);
    if (index !== undefined) setActive(index);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const direction = ({ ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] } as const)[
      event.key as 'ArrowRight'
    ];
    const at = active ?? 0;
    if (direction !== undefined) setActive(active === undefined ? 0 : (pointTowards(points, at, direction) ?? at));
    else if (event.key === ' ') onToggle(points[at]!.id);
    else if (event.key === 'Enter') void navigate(pathOf(points[at]!));
    else if (event.key === 'Escape') onClear();
    else return;
    event.preventDefault();
  };
  const point = active === undefined ? undefined : points[active];

  return (
    <div
      ref={merged}
      className={classes['plane']}
      role="application"
      tabIndex={0}
      aria-label={messages.mapView.mapOf(points.length)}
      onKeyDown={onKeyDown}
    >
      <canvas
        ref={canvas}
        className={classes['canvas']}
        onPointerDown={event => {
          plane.current?.focus({ preventScroll: true });
          event.currentTarget.setPointerCapture(event.pointerId);
          setOutline([placeAt(event)]);
        }}
        onPointerMove={event => {
          if (outline.length > 0) setOutline([...outline, placeAt(event)]);
          else {
            const index = indexAt(event);
            if (index !== undefined) setActive(index);
          }
        }}
        onPointerUp={onPointerUp}
        onPointerCancel={() => setOutline([])}
        onDoubleClick={() => {
          if (point !== undefined) void navigate(pathOf(point));
        }}
      />
      <span role="status">{point === undefined ? undefined : <PointCard projectId={projectId} point={point} />}</span>
    </div>
  );
}

/** The picture and name of the point that pointer or keys are at. */
function PointCard({ projectId, point }: { readonly projectId: number; readonly point: MapPoint }): JSX.Element {
  const { items } = useService(ItemsClient);
  const item = useQuery({
    queryKey: itemKeys.dependent('explore', projectId, 'point', point.id),
    queryFn: async ({ signal }) =>
      (
        await items.listItems({
          params: { project_id: projectId },
          query: { where: [oneOf('id', [point.id])], limit: 1 },
          signal,
        })
      ).data[0] ?? null,
    staleTime: 60_000,
  }).data;
  return (
    <div className={classes['card']}>
      <div className={classes['picture']}>
        {item === undefined || item === null ? undefined : <ItemPreview item={item} summary={undefined} />}
      </div>
      <div className={classes['name']}>{point.name}</div>
      <div className={classes['name']}>{point.class ?? messages.shared.noClass}</div>
    </div>
  );
}
