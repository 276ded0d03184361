import type { UseQueryResult } from '@tanstack/react-query';
import { useQuery } from '@tanstack/react-query';
import { useService } from '#core/kernel/web/index.ts';
import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import { readDocument } from '#plugins/annotate/annotations/common/index.ts';
import type { Outline, Size } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { readMask } from '#plugins/annotate/editor/web/kit/index.ts';
import { shapeOutline } from '#plugins/annotate/editor-vector/common/index.ts';
import type { Difference, ItemVersion } from '#plugins/review/review/common/index.ts';
import { compareVersions, paintCompared, paintOutline } from '#plugins/review/review/common/index.ts';
import { ItemPageClient } from './item-page-client.ts';

/** Revisions that are compared. */
export interface ComparedRevisions {
  readonly from: number;
  readonly to: number;
}

/** An object in which two versions differ, and what it looks like in each, in item pixels. */
export interface DrawnDifference extends Difference {
  readonly outlines: { readonly before: Outline | undefined; readonly after: Outline | undefined };
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
      return from === to ? [] : drawn(await read(from), await read(to));
    },
  });
}

function drawn(before: ItemVersion, after: ItemVersion): readonly DrawnDifference[] {
  const paint =
    before.mask === undefined || after.mask === undefined ? undefined : paintCompared(before.mask, after.mask);
  const outline = (instance: Instance | undefined, { mask }: ItemVersion): Outline | undefined =>
    instance === undefined ? undefined : mask === undefined ? shapeOutline(instance) : paintOutline(mask, instance);
  return compareVersions(before.document, after.document, paint).map(each => ({
    ...each,
    outlines: { before: outline(each.before, before), after: outline(each.after, after) },
  }));
}
