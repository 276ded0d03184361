import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { itemKeys } from '#plugins/workspace/items/common/index.ts';
import { ExploreClient } from '../explore-client.ts';
import { messages } from '../messages.ts';
import classes from './zoom.module.css';

interface ZoomObjectsProps {
  readonly projectId: number;
  readonly itemId: number;
}

/** The first 50 objects of an item, counted by class. */
export function ZoomObjects({ projectId, itemId }: ZoomObjectsProps): JSX.Element | undefined {
  const { searches } = useService(ExploreClient);
  const { data } = useQuery({
    queryKey: itemKeys.dependent('explore', projectId, 'objects of', itemId),
    queryFn: async ({ signal }) => {
      const body = { query: `metadata(id = ${itemId})` };
      const query = { project_id: projectId };
      const [objects, { count }] = await Promise.all([
        searches.searchInstances({ query, body, signal }),
        searches.countInstances({ query, body, signal }),
      ]);
      return { objects, count };
    },
  });
  if (data === undefined) return undefined;
  if (data.count === 0) return <p className={classes['none']}>{messages.zoomView.noObjects}</p>;
  const counts = new Map<string, number>();
  for (const { className } of data.objects) {
    const name = className ?? messages.shared.noClass;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const rest = data.count - data.objects.length;
  return (
    <ul className={classes['objects']} aria-label={messages.shared.objects}>
      {[...counts]
        .toSorted((one, other) => other[1] - one[1])
        .map(([name, count]) => (
          <li key={name}>
            <span>{name}</span>
            <span className={classes['number']}>{count.toLocaleString('en')}</span>
          </li>
        ))}
      {rest > 0 ? <li className={classes['none']}>{messages.zoomView.moreObjects(rest)}</li> : undefined}
    </ul>
  );
}
