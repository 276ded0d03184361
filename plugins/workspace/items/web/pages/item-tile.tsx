import type { CSSProperties, JSX, MouseEvent } from 'react';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { Icon, RowCheck } from '#core/ui/web/index.ts';
import type { ItemStatus } from '../../common/item-status.ts';
import type { ListedItem } from '../../common/item.ts';
import type { ItemSummary } from '../../common/item-summary.ts';
import { Assignees } from '../initials.tsx';
import classes from '../data.module.css';
import { messages } from '../messages.ts';
import { ItemCounts, ItemPreview } from './item-preview.tsx';

interface ItemTileProps {
  readonly item: ListedItem;
  /** Undefined while it is loaded. */
  readonly summary: ItemSummary | undefined;
  readonly status: ItemStatus;
  readonly path: string;
  readonly selected: boolean;
  readonly active: boolean;
  /** Others are selected: every tile shows its box. */
  readonly choosing: boolean;
  readonly style: CSSProperties;
  readonly onClick: (event: MouseEvent) => void;
  readonly onDoubleClick: () => void;
  readonly onContextMenu: (event: MouseEvent) => void;
}

/** One item of the grid. */
export const ItemTile = memo(function ItemTile({
  item,
  summary,
  status,
  path,
  selected,
  active,
  choosing,
  style,
  ...handlers
}: ItemTileProps): JSX.Element {
  return (
    <div
      id={`item-${item.id}`}
      role="gridcell"
      aria-selected={selected}
      className={classes['tile']}
      data-active={active}
      data-choosing={choosing}
      style={style}
      {...handlers}
    >
      <div className={classes['picture']}>
        <ItemPreview item={item} summary={summary} />
        <span className={classes['check']} data-check>
          <RowCheck checked={selected} />
        </span>
        <span className={classes['marks']}>
          <ItemMarks item={item} />
        </span>
      </div>
      <div className={classes['caption']}>
        <Link
          to={path}
          className={`${classes['tileName']} ${classes['itemLink']}`}
          title={item.name}
          tabIndex={-1}
          draggable={false}
        >
          {item.name}
        </Link>
        <div className={classes['under']}>
          <span className={classes['dot']} style={{ background: status.color }} />
          <span className={classes['statusText']}>{status.title}</span>
          <ItemCounts summary={summary} />
          <Assignees assignments={item.assignments} />
        </div>
      </div>
    </div>
  );
}, same);

/** Handlers are created on every render; what they do depends on the item alone. */
function same(one: ItemTileProps, other: ItemTileProps): boolean {
  return (
    one.item === other.item &&
    one.summary === other.summary &&
    one.status === other.status &&
    one.path === other.path &&
    one.selected === other.selected &&
    one.active === other.active &&
    one.choosing === other.choosing &&
    one.style.transform === other.style.transform &&
    one.style.width === other.style.width &&
    one.style.height === other.style.height
  );
}

/** Pin and approval. */
export function ItemMarks({ item }: { readonly item: ListedItem }): JSX.Element {
  return (
    <>
      {item.approval_status === 2 ? (
        <span
          className={classes['mark']}
          data-tone="good"
          role="img"
          aria-label={messages.shared.approved}
          title={messages.shared.approved}
        >
          <Icon name="approved" size={14} />
        </span>
      ) : undefined}
      {item.approval_status === 1 ? (
        <span
          className={classes['mark']}
          data-tone="bad"
          role="img"
          aria-label={messages.shared.disapproved}
          title={messages.shared.disapproved}
        >
          <Icon name="rejected" size={14} />
        </span>
      ) : undefined}
      {item.is_pinned ? (
        <span className={classes['mark']} role="img" aria-label={messages.shared.pinned} title={messages.shared.pinned}>
          <Icon name="pinned" size={14} />
        </span>
      ) : undefined}
    </>
  );
}
