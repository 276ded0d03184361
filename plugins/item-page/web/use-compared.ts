import type { UseQueryResult } from '@tanstack/react-query';
import { useQuery } from '@tanstack/react-query';
import { useService } from '#core/kernel/web/index.ts';
import { readDocument } from '#plugins/editor/common/document.ts';
import type { Difference } from '#plugins/review/common/compare-versions.ts';
import { compareVersions } from '#plugins/review/common/compare-versions.ts';
import { ItemPageClient } from './item-page-client.ts';

/** Revisions that are compared. */
export interface ComparedRevisions {
  readonly from: number;
  readonly to: number;
}

/** In which objects two stored versions of an item differ. A version never changes, so what was compared stays. */
export function useCompared(projectId: number, itemId: number, { from, to }: ComparedRevisions, enabled: boolean): UseQueryResult<readonly Difference[]> {
  const client = useService(ItemPageClient);
  return useQuery({
    queryKey: ['item-page-versions', itemId, from, to], enabled: enabled && from > 0 && to > 0, staleTime: Infinity,
    queryFn: async () => {
      const read = async (revision: number) => readDocument((await client.editor.getVersion({ params: { project_id: projectId, item_id: itemId, revision } })).document);
      return from === to ? [] : compareVersions(await read(from), await read(to));
    },
  });
}
