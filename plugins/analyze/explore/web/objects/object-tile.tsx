import type { CSSProperties, JSX, MouseEvent } from 'react';
import { Link } from 'react-router-dom';
import { Icon, RowCheck } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';
import { ObjectPicture } from './object-picture.tsx';
import classes from './objects.module.css';
import type { FoundObject } from './use-found-objects.ts';
import { objectKey } from './use-found-objects.ts';

/** Height of the two lines under a picture, in pixels. */
export const CAPTION = 48;

/** A class that is suggested for an object, and how alike it looks, up to 1. */
export interface SuggestedClass {
  readonly name: string;
  readonly color: string;
  readonly score: number;
}

interface ObjectTileProps {
  readonly projectId: number;
  readonly object: FoundObject;
  readonly suggested?: SuggestedClass | undefined;
  readonly path: string;
  readonly width: number;
  readonly height: number;
  readonly selected: boolean;
  readonly active: boolean;
  readonly choosing: boolean;
  readonly style: CSSProperties;
  readonly onClick: (event: MouseEvent) => void;
  readonly onDoubleClick: () => void;
}

/** One object of the results. */
export function ObjectTile({
  projectId,
  object,
  suggested,
  path,
  width,
  height,
  selected,
  active,
  choosing,
  style,
  ...handlers
}: ObjectTileProps): JSX.Element {
  const attributes = object.attributes.map(each => String(each.name)).join(', ');
  return (
    <div
      id={`object-${objectKey(object)}`}
      role="gridcell"
      aria-selected={selected}
      className={classes['tile']}
      data-active={active}
      data-choosing={choosing}
      style={{ ...style, width, height }}
      {...handlers}
    >
      <div className={classes['picture']}>
        <ObjectPicture
          projectId={projectId}
          object={object}
          tile={{ width: width - 2, height: height - CAPTION - 2 }}
        />
        <span className={classes['check']} data-check>
          <RowCheck checked={selected} />
        </span>
        <Verdict error={object.error} />
      </div>
      <div className={classes['caption']}>
        {suggested === undefined ? (
          <span className={classes['class']} title={attributes}>
            {object.className ?? messages.shared.noClass}
            {attributes === '' ? undefined : <span className={classes['attributes']}>{attributes}</span>}
          </span>
        ) : (
          <span className={classes['suggested']}>
            <span className={classes['suggestedDot']} style={{ background: suggested.color }} />
            <span className={classes['class']}>
              {object.className === null
                ? suggested.name
                : messages.objectTile.changeOf(object.className, suggested.name)}
            </span>
            <span className={classes['score']}>{messages.objectTile.percent(suggested.score)}</span>
          </span>
        )}
        <Link to={path} className={classes['item']} title={object.item.name} tabIndex={-1} draggable={false}>
          {object.item.name}
        </Link>
      </div>
    </div>
  );
}

/** The mark of a reviewed object. */
function Verdict({ error }: { readonly error: boolean | null }): JSX.Element | undefined {
  if (error === null) return undefined;
  const title = error ? messages.objectTile.disapproved : messages.objectTile.approved;
  return (
    <span className={classes['mark']} data-tone={error ? 'bad' : 'good'} role="img" aria-label={title} title={title}>
      <Icon name={error ? 'rejected' : 'approved'} size={14} />
    </span>
  );
}
