import type { UseQueryResult } from '@tanstack/react-query';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { EventStream } from '#core/api/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import type { Category } from '../../common/api.ts';
import { categoriesEvents } from '../../common/events.ts';
import { CategoriesClient } from './categories-client.ts';

/** Returns the query key of the categories of a project. */
export const categoriesKey = (projectId: number): readonly unknown[] => ['categories', projectId];

/** Categories of a project, the oldest first; follows changes others make. */
export function useCategories(projectId: number): UseQueryResult<readonly Category[]> {
  const client = useService(CategoriesClient);
  const events = useService(EventStream);
  const queries = useQueryClient();
  useEffect(() => {
    const listening = events.on(categoriesEvents.changed, ({ project_id }) => {
      if (project_id === projectId) void queries.invalidateQueries({ queryKey: categoriesKey(projectId) });
    });
    return () => listening.dispose();
  }, [events, queries, projectId]);
  return useQuery({ queryKey: categoriesKey(projectId), queryFn: () => client.all(projectId) });
}
