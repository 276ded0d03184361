import type { ReactNode } from 'react';
import { longDate, shortDate } from '#core/ui/web/index.ts';
import { countText, itemsText, durationText } from '../../common/format.ts';
import type { PersonRow, PersonSort } from '../../common/report.ts';
import { ExploreLink } from '../kit/explore-link.tsx';
import { messages } from '../messages.ts';

/** A column of the table of people. */
export interface PersonColumn {
  readonly sort: PersonSort;
  readonly title: string;
  readonly numeric: boolean;
  /** Shown only while time is measured. */
  readonly timed?: boolean;
  cell(row: PersonRow): ReactNode;
  /** The value in a CSV file; times in seconds. */
  value(row: PersonRow): string | number | null;
}

const count = (sort: 'objects' | 'transitions' | 'approved' | 'disapproved', title: string): PersonColumn => ({
  sort,
  title,
  numeric: true,
  cell: row => countText(row[sort]),
  value: row => row[sort],
});
const time = (sort: 'time_ms' | 'time_per_item_ms' | 'time_per_object_ms', title: string): PersonColumn => ({
  sort,
  title,
  numeric: true,
  timed: true,
  cell: row => durationText(row[sort]),
  value: row => (row[sort] === null ? null : Math.round(row[sort] / 100) / 10),
});

export const personColumns: readonly PersonColumn[] = [
  {
    sort: 'name',
    title: messages.shared.person,
    numeric: false,
    cell: row => <span title={row.email}>{row.name}</span>,
    value: row => row.name,
  },
  {
    sort: 'role',
    title: messages.shared.role,
    numeric: false,
    cell: row => row.role_name ?? '–',
    value: row => row.role_name,
  },
  {
    sort: 'items',
    title: messages.shared.items,
    numeric: true,
    cell: row => (
      <ExploreLink query={row.query} label={messages.peopleColumns.itemsTextOfName(itemsText(row.items), row.name)}>
        {countText(row.items)}
      </ExploreLink>
    ),
    value: row => row.items,
  },
  count('objects', messages.shared.objects),
  time('time_ms', messages.peopleColumns.time),
  time('time_per_item_ms', messages.peopleColumns.perItem),
  time('time_per_object_ms', messages.peopleColumns.perObject),
  count('transitions', messages.peopleColumns.statusChanges),
  count('approved', messages.peopleColumns.approved),
  count('disapproved', messages.peopleColumns.disapproved),
  {
    sort: 'last_active',
    title: messages.peopleColumns.lastActive,
    numeric: true,
    cell: row =>
      row.last_active === null ? '–' : <span title={longDate(row.last_active)}>{shortDate(row.last_active)}</span>,
    value: row => row.last_active,
  },
];
