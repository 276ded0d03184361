import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { Icon } from '#core/ui/web/index.ts';
import { itemIcon, ItemsClient } from '#plugins/workspace/items/web/kit/index.ts';
import type { Size } from '../../common/crop.ts';
import { cropOf, isSharpEnough } from '../../common/crop.ts';
import classes from './objects.module.css';
import type { FoundObject } from './use-found-objects.ts';

/** Longer side of thumbnails, in pixels. */
const THUMBNAIL = 256;

interface ObjectPictureProps {
  readonly projectId: number;
  readonly object: FoundObject;
  readonly tile: Size;
}

/** The part of the picture that shows one object, or the words it marks; an icon where there are neither. */
export function ObjectPicture({ projectId, object, tile }: ObjectPictureProps): JSX.Element {
  const { items } = useService(ItemsClient);
  const { item, x, y, width, height } = object;
  const frame = frameOf(object);
  const crop =
    frame === undefined || x === null || y === null || width === null || height === null
      ? undefined
      : cropOf({ x, y, width, height }, frame, tile);
  const small = crop !== undefined && frame !== undefined && isSharpEnough(crop, frame, THUMBNAIL);
  const original = useQuery({
    queryKey: ['explore', 'asset', projectId, item.id],
    queryFn: ({ signal }) => items.getAsset({ params: { project_id: projectId, item_id: item.id }, signal }),
    enabled: crop !== undefined && !small && item.thumbnail !== null,
    staleTime: 5 * 60_000,
  }).data?.url;
  if (crop === undefined && typeof object.text === 'string' && object.text !== '')
    return (
      <p className={classes['words']} title={object.text}>
        {object.text}
      </p>
    );
  if (crop === undefined || item.thumbnail === null) return <Icon name={itemIcon(item)} size={32} />;
  const { picture, object: box } = crop;
  return (
    <>
      <img
        className={classes['crop']}
        src={original ?? item.thumbnail}
        alt=""
        loading="lazy"
        decoding="async"
        draggable={false}
        style={{ left: picture.x, top: picture.y, width: picture.width, height: picture.height }}
      />
      <span
        className={classes['outline']}
        style={{ left: box.x, top: box.y, width: Math.max(2, box.width), height: Math.max(2, box.height) }}
      />
    </>
  );
}

/** Width and height of the upright picture; undefined where there is none. */
function frameOf({ item: { metadata } }: FoundObject): Size | undefined {
  const { width, height } = metadata;
  return typeof width === 'number' && typeof height === 'number' && width > 0 && height > 0
    ? { width, height }
    : undefined;
}
