import { useQuery } from '@tanstack/react-query';
import { useService } from '#core/kernel/web/index.ts';
import type { QueryProblem } from '../../common/query/expression.ts';
import { ExploreClient } from '../explore-client.ts';

/** Returns what is odd about a query that can be run, such as the name of a class that does not exist. */
export function useQueryWarnings(projectId: number, query: string, valid: boolean): readonly QueryProblem[] {
  const { searches } = useService(ExploreClient);
  const read = useQuery({
    queryKey: ['explore', 'warnings', projectId, query],
    queryFn: ({ signal }) => searches.parse({ query: { project_id: projectId }, body: { query }, signal }),
    enabled: valid && query !== '',
  });
  return valid && query !== '' ? (read.data?.warnings ?? []) : [];
}
