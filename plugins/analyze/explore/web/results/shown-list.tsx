import { useEffect } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { SelectionStore } from '#plugins/workspace/items/web/kit/index.ts';
import type { FoundItems } from './use-found-items.ts';

interface ShownListProps {
  readonly projectId: number;
  readonly found: FoundItems;
}

/**
 * Makes results the list that selection and commands work on, as long as it is mounted. Other results start without a
 * selection.
 */
export function ShownList({ projectId, found: { list, allIds } }: ShownListProps): undefined {
  const selection = useService(SelectionStore);
  useEffect(() => {
    selection.show(undefined, true);
    return () => selection.show(undefined, true);
  }, [selection]);
  useEffect(() => {
    selection.show(
      {
        projectId,
        choice: { allIds },
        count: list.count ?? 0,
        idsBetween: list.idsBetween,
        idAt: index => list.at(index)?.id,
        previews: true,
      },
      false,
    );
  });
}
