import { Table } from '@mantine/core';
import type { JSX } from 'react';
import { useStatuses } from '#plugins/workspace/items/web/kit/index.ts';
import { itemStatusOf } from '#plugins/workspace/items/common/index.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import { countText, itemsText, durationText, percentText } from '../../common/format.ts';
import type { StageRow } from '../../common/report.ts';
import classes from '../analytics.module.css';
import { ExploreLink } from '../kit/explore-link.tsx';
import { messages } from '../messages.ts';
import { ShareBar } from './share-bar.tsx';

/** Items by status, and the time they stay in each. */
export function StatusTable({ rows }: { readonly rows: readonly StageRow[] }): JSX.Element {
  const statuses = useStatuses(useProject().id);
  return (
    <Table verticalSpacing={5}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{messages.shared.status}</Table.Th>
          <Table.Th className={classes['number']}>{messages.shared.items}</Table.Th>
          <Table.Th w="22%" aria-label={messages.statusTable.shareOfTheItems} />
          <Table.Th className={classes['number']}>{messages.shared.share}</Table.Th>
          <Table.Th className={classes['number']} title={messages.statusTable.meanTimeFromTheArrival}>
            {messages.statusTable.meanStay}
          </Table.Th>
          <Table.Th className={classes['number']}>{messages.statusTable.median}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(row => {
          const { title, color } =
            statuses.find(each => each.value === row.status) ?? itemStatusOf(row.status, row.name);
          return (
            <Table.Tr key={row.status}>
              <Table.Td className={classes['named']}>
                <span className={classes['swatch']} style={{ background: color }} />
                {title}
              </Table.Td>
              <Table.Td className={classes['number']}>
                <ExploreLink query={row.query} label={messages.shared.itemsText(itemsText(row.items), title)}>
                  {countText(row.items)}
                </ExploreLink>
              </Table.Td>
              <Table.Td>
                <ShareBar share={row.share} color={color} />
              </Table.Td>
              <Table.Td className={classes['number']}>{percentText(row.share)}</Table.Td>
              <Table.Td
                className={classes['number']}
                title={messages.statusTable.leftCountTextTimes(countText(row.left))}
              >
                {durationText(row.mean_ms)}
              </Table.Td>
              <Table.Td className={classes['number']}>{durationText(row.median_ms)}</Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}
