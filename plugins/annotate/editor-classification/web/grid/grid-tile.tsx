import { memo } from 'react';
import type { CSSProperties, JSX, MouseEvent } from 'react';
import { Icon } from '#core/ui/web/index.ts';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import { itemIcon } from '#plugins/workspace/items/web/kit/index.ts';
import type { TaggedItem } from '../classification-client.ts';
import { messages } from '../messages.ts';
import classes from './grid.module.css';

/** Classes named on a tile; more are counted. */
const NAMED = 3;

interface GridTileProps {
  readonly id: number;
  /** Undefined until it is loaded. */
  readonly item: TaggedItem | undefined;
  readonly known: ReadonlyMap<number, AnnotationClass>;
  readonly chosen: boolean;
  readonly active: boolean;
  /** Why the last change left it out. */
  readonly left: string | undefined;
  readonly style: CSSProperties;
  readonly onClick: (event: MouseEvent) => void;
  readonly onDoubleClick: () => void;
}

/** One item with what it is said to be. */
export const GridTile = memo(function GridTile({
  id,
  item,
  known,
  chosen,
  active,
  left,
  style,
  ...handlers
}: GridTileProps): JSX.Element {
  const tags = item?.tags.tags ?? [];
  const title = tags.map(each => said(each, known)).join('\n');
  return (
    <div
      id={`tile-${id}`}
      role="gridcell"
      aria-selected={chosen}
      aria-busy={item === undefined}
      className={classes['tile']}
      data-active={active}
      data-tile={item?.item.name}
      style={style}
      {...handlers}
    >
      <div className={classes['picture']}>
        {item === undefined ? undefined : item.item.thumbnail === null ? (
          <span className={classes['plain']}>
            <Icon name={itemIcon(item.item)} size={30} />
            {endingOf(item.item.name)}
          </span>
        ) : (
          <img src={item.item.thumbnail} alt="" loading="lazy" decoding="async" draggable={false} />
        )}
        {left === undefined ? undefined : (
          <span
            className={classes['left']}
            role="img"
            aria-label={messages.gridTile.leftOut(left)}
            title={messages.gridTile.leftOut(left)}
          >
            <Icon name="warning" size={14} />
          </span>
        )}
        {chosen ? (
          <span className={classes['tick']}>
            <Icon name="check" size={13} />
          </span>
        ) : undefined}
      </div>
      <div className={classes['name']} title={item?.item.name}>
        {item?.item.name}
      </div>
      <div className={classes['tags']} title={title}>
        {tags.slice(0, NAMED).map((each, place) => (
          <span
            key={`${each.class_id} ${place}`}
            className={classes['tag']}
            style={{ borderColor: known.get(each.class_id)?.color ?? '#8a929e' }}
          >
            {said(each, known)}
          </span>
        ))}
        {tags.length > NAMED ? <span className={classes['more']}>+{tags.length - NAMED}</span> : undefined}
      </div>
    </div>
  );
}, same);

/** Handlers are new with every drawing; what they do depends on the item alone. */
function same(one: GridTileProps, other: GridTileProps): boolean {
  return (
    one.id === other.id &&
    one.item === other.item &&
    one.known === other.known &&
    one.chosen === other.chosen &&
    one.active === other.active &&
    one.left === other.left &&
    one.style.transform === other.style.transform &&
    one.style.width === other.style.width
  );
}

function said(
  { class_id: classId, attributes }: TaggedItem['tags']['tags'][number],
  known: ReadonlyMap<number, AnnotationClass>,
): string {
  const answers = attributes
    .map(each => each.name)
    .filter(each => each !== undefined && each !== '')
    .join(', ');
  const name = known.get(classId)?.name ?? messages.gridTile.noClass;
  return answers === '' ? name : `${name}: ${answers}`;
}

const endingOf = (name: string): string => /\.([^.]{1,6})$/.exec(name)?.[1]?.toUpperCase() ?? '';
