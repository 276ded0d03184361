import { useQuery } from '@tanstack/react-query';
import { useService } from '#core/kernel/web/index.ts';
import type { ClassUses } from '../../common/api.ts';
import { ClassesClient } from './classes-client.ts';
import { classesKey } from './use-classes.ts';

/** Returns the counts of the uses of classes of a project, by class id; undefined while they are counted. */
export function useClassUses(projectId: number, enabled: boolean): ReadonlyMap<number, ClassUses> | undefined {
  const { api } = useService(ClassesClient);
  return useQuery({
    queryKey: [...classesKey(projectId), 'uses'],
    enabled,
    queryFn: async () => {
      const { data } = await api.countUses({ params: { project_id: projectId } });
      return new Map(data.map(({ class_id: id, ...uses }) => [id, uses]));
    },
  }).data;
}
