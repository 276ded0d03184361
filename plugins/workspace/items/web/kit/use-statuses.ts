import { useQuery } from '@tanstack/react-query';
import { useCan, useService } from '#core/kernel/web/index.ts';
import { itemKeys } from '../../common/query-keys.ts';
import type { ItemStatus } from '../../common/item-status.ts';
import { systemItemStatuses } from '../../common/item-status.ts';
import { ItemsWebHooks } from './items-web-hooks.ts';

/** The statuses of a project; the system ones until others are known. */
export function useStatuses(projectId: number): readonly ItemStatus[] {
  const hooks = useService(ItemsWebHooks);
  return (
    useQuery({
      queryKey: [...itemKeys.statuses, projectId],
      queryFn: () => hooks.statuses.promise({ projectId }, systemItemStatuses),
      staleTime: 60_000,
    }).data ?? systemItemStatuses
  );
}

/**
 * Returns the statuses to which the caller may move items from the statuses `from`: every other status with the right
 * to set statuses, otherwise those that the workflow allows.
 */
export function useStatusTargets(projectId: number, from: readonly number[]): readonly ItemStatus[] {
  const hooks = useService(ItemsWebHooks);
  const statuses = useStatuses(projectId);
  const applies = useCan('ApplyItemStatus');
  const any = applies ? statuses.filter(each => !from.every(status => status === each.value)) : [];
  return (
    useQuery({
      queryKey: [...itemKeys.targets, projectId, applies, ...[...from].sort()],
      queryFn: () => hooks.targets.promise({ projectId }, any, from),
      enabled: from.length > 0,
      staleTime: 10_000,
    }).data ?? any
  );
}
