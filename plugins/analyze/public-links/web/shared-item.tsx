import { Anchor, Checkbox, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { Link } from 'react-router-dom';
import { client, Transport } from '#core/api/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { sharedApi } from '../common/shared-api.ts';
import type { OpenedSharedItem, SharedObject } from '../common/shared-api.ts';
import { messages } from './messages.ts';
import classes from './shared.module.css';
import { SharedFault } from './shared-fault.tsx';

/** Objects that are listed at most; all are drawn. */
const MOST_LISTED = 500;

/**
 * One item of a public link with its annotations drawn over the picture. `back` leads to all items, where there are
 * others.
 */
export function SharedItemView({
  itemId,
  back,
}: {
  readonly itemId: number;
  readonly back: string | undefined;
}): JSX.Element {
  const api = client(sharedApi, useService(Transport));
  const [drawn, setDrawn] = useState(true);
  const item = useQuery({
    queryKey: ['public-link', 'item', itemId],
    queryFn: ({ signal }) => api.getSharedItem({ params: { item_id: itemId }, signal }),
  });
  if (item.data === undefined)
    return item.error === null ? <Skeleton h={320} /> : <SharedFault error={item.error} retry={item.refetch} />;
  const { name, objects } = item.data;
  return (
    <>
      {back === undefined ? undefined : (
        <Anchor component={Link} to={back} size="sm">
          ← {messages.sharedItem.backToAllItems}
        </Anchor>
      )}
      <Text component="h2" fw={600} my="xs" style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Text>
      <div className={classes['item']}>
        <Picture item={item.data} drawn={drawn} />
        <section aria-label={messages.sharedItem.annotations}>
          {objects.length === 0 && item.data.mask === null ? (
            <Text c="var(--loupe-muted)">{messages.sharedItem.none}</Text>
          ) : (
            <Checkbox
              label={messages.sharedItem.showAnnotations}
              checked={drawn}
              mb="sm"
              onChange={event => setDrawn(event.currentTarget.checked)}
            />
          )}
          <ul className={classes['objects']}>
            {objects.slice(0, MOST_LISTED).map(each => (
              <li key={each.id}>
                <span className={classes['swatch']} style={{ background: each.color }} aria-hidden />
                <span>{each.class ?? messages.sharedItem.noClass}</span>
                {each.values.length === 0 ? undefined : (
                  <span className={classes['values']}>
                    {each.values.map(({ group, value }) => `${group}: ${value}`).join(' · ')}
                  </span>
                )}
              </li>
            ))}
          </ul>
          {objects.length > MOST_LISTED ? (
            <Text size="sm" c="var(--loupe-muted)">
              {messages.sharedItem.firstAreListed(MOST_LISTED)}
            </Text>
          ) : undefined}
        </section>
      </div>
    </>
  );
}

function Picture({ item, drawn }: { readonly item: OpenedSharedItem; readonly drawn: boolean }): JSX.Element {
  const { name, picture, mask, width, height, objects } = item;
  if (picture === null)
    return (
      <div className={classes['stage']}>
        <Text>{messages.sharedItem.noPreview}</Text>
      </div>
    );
  return (
    <div className={classes['stage']}>
      <div className={classes['picture']}>
        <img src={picture} alt={name} referrerPolicy="no-referrer" />
        {drawn && mask !== null ? <img className={classes['mask']} src={mask} alt="" /> : undefined}
        {drawn && width !== null && height !== null ? (
          <svg
            viewBox={`0 0 ${width} ${height}`}
            role="img"
            aria-label={messages.sharedItem.annotationsOver(objects.filter(each => each.outline !== null).length)}
          >
            {objects.map(each => (
              <Shape key={each.id} object={each} dot={Math.max(width, height) / 150} />
            ))}
          </svg>
        ) : undefined}
      </div>
    </div>
  );
}

function Shape({
  object: { color, outline },
  dot,
}: {
  readonly object: SharedObject;
  readonly dot: number;
}): JSX.Element | undefined {
  if (outline === null) return undefined;
  const { rings, lines, dots } = outline;
  const places = Array.from({ length: Math.floor(dots.length / 2) }, (_, at) => [dots[at * 2]!, dots[at * 2 + 1]!]);
  return (
    <g stroke={color} strokeWidth={2} fill="none">
      <path
        vectorEffect="non-scaling-stroke"
        fill={color}
        fillOpacity={0.15}
        fillRule="evenodd"
        d={rings.map(each => pathOf(each, true)).join('')}
      />
      <path vectorEffect="non-scaling-stroke" d={lines.map(each => pathOf(each, false)).join('')} />
      {places.map(([x, y], at) => (
        <circle key={at} cx={x} cy={y} r={dot} fill={color} stroke="none" />
      ))}
    </g>
  );
}

function pathOf(points: readonly number[], closed: boolean): string {
  let text = '';
  for (let at = 0; at + 1 < points.length; at += 2) text += `${at === 0 ? 'M' : 'L'}${points[at]} ${points[at + 1]}`;
  return closed && text !== '' ? `${text}Z` : text;
}
