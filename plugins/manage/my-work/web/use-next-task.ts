import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { toast, toastError, useOnceAtATime } from '#core/ui/web/index.ts';
import { NOTHING_LEFT } from '#plugins/review/task-requests/common/index.ts';
import { itemKeys } from '#plugins/workspace/items/common/index.ts';
import type { ProjectWork } from '../common/api.ts';
import { MyWorkClient } from './my-work-client.ts';

/** Opens the next item of a project, and requests items where none waits. */
export function useNextTask(): { readonly open: (work: ProjectWork) => void; readonly busy: boolean } {
  const client = useService(MyWorkClient);
  const team = useTeam();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const go = async ({ project_id: projectId }: ProjectWork): Promise<void> => {
    // What the list says may be minutes old: others return items and take them away.
    const [now] = (await client.api.listMyWork({ query: { project_id: projectId } })).data;
    const next = now?.next_item_id ?? undefined;
    const open = (itemId: number): void => void navigate(`/t/${team.id}/p/${projectId}/item/${itemId}?from=data`);
    if (next !== undefined) return open(next);
    const given =
      now?.can_request === true
        ? await client.requests.requestItems({ params: { project_id: projectId }, body: {} })
        : undefined;
    void queries.invalidateQueries({ queryKey: itemKeys.all });
    void queries.invalidateQueries({ queryKey: ['myWork'] });
    const [first] = given?.items ?? [];
    if (first === undefined) toast(given?.message ?? NOTHING_LEFT);
    else open(first.id);
  };
  const opening = useMutation({ mutationFn: go, onError: toastError });
  return { busy: opening.isPending, open: useOnceAtATime(opening) };
}
