import type { UseQueryResult } from '@tanstack/react-query';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { EventStream } from '#core/api/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import type { AnnotationClass } from '../../common/annotation-class.ts';
import { classesEvents } from '../../common/events.ts';
import { ClassesClient } from './classes-client.ts';

/** Returns the query key of the classes of a project. */
export const classesKey = (projectId: number): readonly unknown[] => ['classes', projectId];

/** Returns the query of the classes, for use outside of components. */
export const classesQuery = (
  api: ClassesClient['api'],
  projectId: number,
): { readonly queryKey: readonly unknown[]; readonly queryFn: () => Promise<readonly AnnotationClass[]> } => ({
  queryKey: classesKey(projectId),
  queryFn: async () => (await api.list({ query: { project_id: projectId } })).data,
});

/** Classes of a project in display order; follows changes others make. */
export function useClasses(projectId: number): UseQueryResult<readonly AnnotationClass[]> {
  const { api } = useService(ClassesClient);
  const events = useService(EventStream);
  const queries = useQueryClient();
  useEffect(() => {
    const listening = events.on(classesEvents.changed, ({ project_id }) => {
      if (project_id === projectId) void queries.invalidateQueries({ queryKey: classesKey(projectId) });
    });
    return () => listening.dispose();
  }, [events, queries, projectId]);
  return useQuery(classesQuery(api, projectId));
}
