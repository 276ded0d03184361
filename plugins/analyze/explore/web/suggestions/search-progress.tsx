import { Alert } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { JSX } from 'react';
import { JobProgress, useJob } from '#core/kernel/web/index.ts';
import type { SuggestionSearch } from '../../common/suggestion-api.ts';
import { messages } from '../messages.ts';
import { suggestionsKey } from './use-suggestions.ts';
import classes from './suggestions.module.css';

interface SearchProgressProps {
  readonly projectId: number;
  readonly search: SuggestionSearch;
}

/** Shows how far the search for new boxes is, with a way to stop it; its suggestions appear picture by picture. */
export function SearchProgress({ projectId, search }: SearchProgressProps): JSX.Element {
  const queries = useQueryClient();
  const job = useJob(search.job_id);
  const seen = `${job?.done ?? 0} ${job?.state ?? ''}`;
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: suggestionsKey(projectId) });
  }, [queries, projectId, seen]);
  return (
    <div className={classes['progress']}>
      {search.error === null ? (
        <JobProgress job={job} />
      ) : (
        <Alert color="yellow" p="xs" role="status">
          {search.error} {messages.suggestionView.stopped(search.done, search.total)}
        </Alert>
      )}
    </div>
  );
}
