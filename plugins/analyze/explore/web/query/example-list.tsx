import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { exampleQueries } from '../../common/example-queries.ts';
import { ExploreClient } from '../explore-client.ts';
import classes from '../explore.module.css';
import { messages } from '../messages.ts';

/** Queries of the project's own classes and statuses, to begin with: one click runs one. */
export function ExampleList({
  projectId,
  onRun,
}: {
  readonly projectId: number;
  readonly onRun: (query: string) => void;
}): JSX.Element | undefined {
  const { searches } = useService(ExploreClient);
  const known = useQuery({
    queryKey: ['explore', 'fields', projectId],
    queryFn: async ({ signal }) => (await searches.fields({ query: { project_id: projectId }, signal })).data,
    staleTime: 60_000,
  });
  const examples = exampleQueries(known.data ?? []);
  if (examples.length === 0) return undefined;
  return (
    <ul className={classes['examples']} aria-label={messages.exampleList.examples}>
      {examples.map(each => (
        <li key={each}>
          <Button variant="default" size="compact-sm" fw={400} title={each} onClick={() => onRun(each)}>
            <span className={classes['example']}>{each}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}
