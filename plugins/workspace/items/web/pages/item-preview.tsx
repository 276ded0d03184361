import type { JSX } from 'react';
import { Icon } from '#core/ui/web/index.ts';
import type { ListedItem } from '../../common/item.ts';
import type { ItemSummary } from '../../common/item-summary.ts';
import classes from '../data.module.css';
import { itemIcon } from '../kit/item-icon.ts';
import { messages } from '../messages.ts';

/** The small picture of an item with its shapes, the beginning of its text, or the icon of its kind. */
export function ItemPreview({
  item,
  summary,
}: {
  readonly item: ListedItem;
  readonly summary: ItemSummary | undefined;
}): JSX.Element {
  if (item.thumbnail === null) {
    const excerpt = summary?.excerpt ?? null;
    return excerpt === null ? (
      <Icon name={itemIcon(item)} size={32} />
    ) : (
      <p className={classes['excerpt']}>{excerpt}</p>
    );
  }
  const { width, height } = item.metadata;
  return (
    <>
      <img src={item.thumbnail} alt="" loading="lazy" decoding="async" draggable={false} />
      {summary === undefined || summary.shapes.length === 0 || width === null || height === null ? undefined : (
        <svg className={classes['shapes']} viewBox={`0 0 ${width} ${height}`} aria-hidden>
          <g transform={`scale(${width / 1000} ${height / 1000})`}>
            {summary.shapes.map(({ color, path }, at) => (
              <path key={at} d={path} stroke={color} fill={path.endsWith('Z') ? color : 'none'} />
            ))}
          </g>
        </svg>
      )}
    </>
  );
}

const noun = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

/** Numbers of objects and open comments, as far as there are any. */
export function ItemCounts({ summary }: { readonly summary: ItemSummary | undefined }): JSX.Element | undefined {
  if (summary === undefined || summary.objects + summary.comments === 0) return undefined;
  const { objects, comments } = summary;
  return (
    <span className={classes['counts']}>
      {objects > 0 ? (
        <span
          role="img"
          aria-label={noun(objects, messages.itemPreview.object, messages.itemPreview.objects)}
          title={noun(objects, messages.itemPreview.object, messages.itemPreview.objects)}
        >
          <Icon name="shape" size={12} /> {objects.toLocaleString('en')}
        </span>
      ) : undefined}
      {comments > 0 ? (
        <span
          role="img"
          aria-label={noun(comments, messages.itemPreview.openComment, messages.itemPreview.openComments)}
          title={noun(comments, messages.itemPreview.openComment, messages.itemPreview.openComments)}
        >
          <Icon name="comment" size={12} /> {comments.toLocaleString('en')}
        </span>
      ) : undefined}
    </span>
  );
}
