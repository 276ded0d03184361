import type { UseQueryResult } from '@tanstack/react-query';
import { useQuery } from '@tanstack/react-query';
import { useService } from '#core/kernel/web/index.ts';
import { readDocument } from '#plugins/annotate/annotations/common/index.ts';
import type { Size } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { readMask } from '#plugins/annotate/editor/web/kit/index.ts';
import type { ItemVersion } from '#plugins/review/review/common/index.ts';
import type { DrawnDifference } from './drawn-differences.ts';
import { drawnDifferences } from './drawn-differences.ts';
import { ItemPageClient } from './item-page-client.ts';

/** Revisions that are compared. */
export interface ComparedRevisions {
  readonly from: number;
  readonly to: number;
}

interface ComparedItem {
  readonly projectId: number;
  readonly itemId: number;
  /** Its objects are masks. */
  readonly painted: boolean;
  /** Pixels of its picture; undefined when not known. */
  readonly size: Size | undefined;
}

/** In which objects two stored versions of an item differ. A version never changes, so what was compared stays. */
export function useCompared(
  { projectId, itemId, painted, size }: ComparedItem,
  { from, to }: ComparedRevisions,
  enabled: boolean,
): UseQueryResult<readonly DrawnDifference[]> {
  const client = useService(ItemPageClient);
  return useQuery({
    queryKey: ['item-page-versions', itemId, from, to],
    enabled: enabled && from > 0 && to > 0,
    staleTime: Infinity,
    queryFn: async () => {
      const read = async (revision: number): Promise<ItemVersion> => {
        const { document, mask } = await client.editor.getVersion({
          params: { project_id: projectId, item_id: itemId, revision },
        });
        return { document: readDocument(document), mask: painted ? await readMask(mask?.url, size) : undefined };
      };
      return from === to ? [] : drawnDifferences(await read(from), await read(to));
    },
  });
}
