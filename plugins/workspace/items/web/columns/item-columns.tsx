import type { JSX } from 'react';
import { useMemo } from 'react';
import { useAddressOf } from '#core/kernel/web/index.ts';
import { fileSize, longDate, shortDate } from '#core/ui/web/index.ts';
import type { ItemSort } from '../../common/api.ts';
import type { ListedItem } from '../../common/item.ts';
import type { ItemSummary } from '../../common/item-summary.ts';
import classes from '../data.module.css';
import type { FilterField } from '../kit/filter-field.ts';
import { StatusMark } from '../kit/status-mark.tsx';
import { Assignees } from '../initials.tsx';
import { messages } from '../messages.ts';

/** A column of the table of items; the one of the name is drawn by the table. */
export interface ItemColumn<Row extends ListedItem = ListedItem> {
  readonly id: string;
  readonly title: string;
  /** Pixels when it is shown for the first time. */
  readonly width: number;
  readonly sort?: ItemSort;
  readonly cell: (item: Row, summary: ItemSummary | undefined) => JSX.Element | string;
}

/** Words for the approval of an item, by its number. */
export const APPROVALS = ['–', messages.shared.disapproved, messages.shared.approved];
const SOURCES = [
  messages.itemColumns.uploaded,
  messages.itemColumns.address,
  messages.itemColumns.integration,
  messages.itemColumns.generated,
];
const METADATA = 'custom_metadata.';

const moment = (text: string): JSX.Element => <span title={longDate(text)}>{shortDate(text)}</span>;

/** Every column the table of a project can have; roles and custom metadata come from the fields of its filters. */
export function useItemColumns(projectId: number, fields: readonly FilterField[]): ReadonlyMap<string, ItemColumn> {
  const addressOf = useAddressOf();
  return useMemo(() => {
    const columns: ItemColumn[] = [
      { id: 'name', title: messages.shared.name, width: 280, sort: 'name', cell: item => item.name },
      {
        id: 'status',
        title: messages.shared.status,
        width: 132,
        sort: 'status',
        cell: item => <StatusMark projectId={projectId} value={item.annotation_status} />,
      },
      {
        id: 'assigned',
        title: messages.itemColumns.assigned,
        width: 80,
        cell: item => <Assignees assignments={item.assignments} />,
      },
      ...fields.flatMap((field): ItemColumn[] => {
        const [, role] = /^assignments\.(\d+)\.user_id$/.exec(field.name) ?? [];
        if (role === undefined) return [];
        const named = new Map(field.choices?.map(each => [each.value, each.label]));
        return [
          {
            id: `role.${role}`,
            title: field.title,
            width: 130,
            cell: item =>
              item.assignments
                .filter(each => each.user_role === Number(role))
                .map(each => named.get(each.user_id) ?? addressOf(each.user_id))
                .join(', ') || '–',
          },
        ];
      }),
      {
        id: 'approval',
        title: messages.shared.approval,
        width: 100,
        cell: item => APPROVALS[item.approval_status] ?? '–',
      },
      {
        id: 'category',
        title: messages.itemColumns.category,
        width: 130,
        cell: item => item.categories.map(each => each.category_name).join(', ') || '–',
      },
      {
        id: 'priority',
        title: messages.shared.priority,
        width: 88,
        sort: 'priority',
        cell: item => item.entropy_value?.toLocaleString('en') ?? '–',
      },
      {
        id: 'size',
        title: messages.itemColumns.size,
        width: 88,
        sort: 'size',
        cell: item => (item.metadata.size === null ? '–' : fileSize(item.metadata.size)),
      },
      {
        id: 'objects',
        title: messages.itemColumns.objects,
        width: 80,
        cell: (_, summary) => (summary === undefined ? '' : summary.objects.toLocaleString('en')),
      },
      {
        id: 'comments',
        title: messages.itemColumns.comments,
        width: 90,
        cell: (_, summary) => (summary === undefined ? '' : summary.comments.toLocaleString('en')),
      },
      {
        id: 'pixels',
        title: messages.itemColumns.pixels,
        width: 110,
        cell: item => (item.metadata.width === null ? '–' : `${item.metadata.width} × ${item.metadata.height}`),
      },
      { id: 'source', title: messages.shared.source, width: 100, cell: item => SOURCES[item.source - 1] ?? '–' },
      {
        id: 'created',
        title: messages.shared.added,
        width: 110,
        sort: 'created',
        cell: item => moment(item.createdAt),
      },
      {
        id: 'updated',
        title: messages.shared.changed,
        width: 110,
        sort: 'updated',
        cell: item => moment(item.updatedAt),
      },
      ...fields
        .filter(each => each.name.startsWith(METADATA))
        .map((field): ItemColumn => ({
          id: field.name,
          title: field.title,
          width: 110,
          cell: item => String(item.custom_metadata[field.name.slice(METADATA.length)] ?? '–'),
        })),
    ];
    return new Map(columns.map(each => [each.id, each]));
  }, [projectId, fields, addressOf]);
}

/** Text of a cell that does not fit is shown on hovering where it is plain text. */
export function ItemCell<Row extends ListedItem>({
  column,
  item,
  summary,
}: {
  readonly column: ItemColumn<Row>;
  readonly item: Row;
  readonly summary: ItemSummary | undefined;
}): JSX.Element {
  const content = column.cell(item, summary);
  return typeof content === 'string' ? (
    <span role="gridcell" className={`${classes['cell']} ${classes['muted']}`} title={content}>
      {content}
    </span>
  ) : (
    <span role="gridcell" className={`${classes['cell']} ${classes['muted']}`}>
      {content}
    </span>
  );
}
