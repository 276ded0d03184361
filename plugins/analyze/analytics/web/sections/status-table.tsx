import { Table } from '@mantine/core';
import type { JSX } from 'react';
import { useStatuses } from '#plugins/workspace/items/web/kit/index.ts';
import { itemStatusOf } from '#plugins/workspace/items/common/index.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import { countText, itemsText, durationText, percentText } from '../../common/format.ts';
import type { StageRow } from '../../common/report.ts';
import classes from '../analytics.module.css';
import { ExploreLink } from '../kit/explore-link.tsx';
import { ShareBar } from './share-bar.tsx';

/** Items by status, and the time they stay in each. */
export function StatusTable({ rows }: { readonly rows: readonly StageRow[] }): JSX.Element {
  const statuses = useStatuses(useProject().id);
  return (
    <Table verticalSpacing={5}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Status</Table.Th>
          <Table.Th className={classes['number']}>Items</Table.Th>
          <Table.Th w="22%" aria-label="Share of the items" />
          <Table.Th className={classes['number']}>Share</Table.Th>
          <Table.Th
            className={classes['number']}
            title="Mean time from the arrival of an item in the status to its leaving"
          >
            Mean stay
          </Table.Th>
          <Table.Th className={classes['number']}>Median</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(row => {
          const { title, color } =
            statuses.find(each => each.value === row.status) ?? itemStatusOf(row.status, row.name);
          return (
            <Table.Tr key={row.status}>
              <Table.Td>
                <span className={classes['swatch']} style={{ background: color }} />
                {title}
              </Table.Td>
              <Table.Td className={classes['number']}>
                <ExploreLink query={row.query} label={`${itemsText(row.items)}: ${title}. Show in Explore`}>
                  {countText(row.items)}
                </ExploreLink>
              </Table.Td>
              <Table.Td>
                <ShareBar share={row.share} color={color} />
              </Table.Td>
              <Table.Td className={classes['number']}>{percentText(row.share)}</Table.Td>
              <Table.Td className={classes['number']} title={`Left ${countText(row.left)} times`}>
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
