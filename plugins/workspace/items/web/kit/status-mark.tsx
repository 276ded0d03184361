import type { JSX } from 'react';
import { StatusChip } from '#core/ui/web/index.ts';
import type { ItemStatus } from '../../common/item-status.ts';
import { itemStatusOf } from '../../common/item-status.ts';
import { useStatuses } from './use-statuses.ts';

/** The look of a status in a project. */
export function useStatusLook(projectId: number, value: number): ItemStatus {
  return useStatuses(projectId).find(each => each.value === value) ?? itemStatusOf(value);
}

/** A status as a chip: a coloured dot and its name. */
export function StatusMark({ projectId, value }: { readonly projectId: number; readonly value: number }): JSX.Element {
  const { title, color } = useStatusLook(projectId, value);
  return <StatusChip label={title} color={color} />;
}
