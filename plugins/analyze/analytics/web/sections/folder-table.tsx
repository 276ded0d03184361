import { Table } from '@mantine/core';
import type { JSX } from 'react';
import { countText, itemsText, percentText } from '../../common/format.ts';
import type { FolderRow } from '../../common/report.ts';
import classes from '../analytics.module.css';
import { ExploreLink } from '../kit/explore-link.tsx';
import { ShareBar } from './share-bar.tsx';

/** Progress of each folder. */
export function FolderTable({ rows }: { readonly rows: readonly FolderRow[] }): JSX.Element {
  return (
    <div className={classes['scroll']} tabIndex={0} role="region" aria-label="Table of folders">
      <Table stickyHeader verticalSpacing={5}>
        <Table.Thead bg="var(--loupe-surface)">
          <Table.Tr>
            <Table.Th>Folder</Table.Th>
            <Table.Th className={classes['number']}>Items</Table.Th>
            <Table.Th className={classes['number']}>Completed</Table.Th>
            <Table.Th w="22%" aria-label="Share completed" />
            <Table.Th className={classes['number']}>Progress</Table.Th>
            <Table.Th className={classes['number']}>Objects</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(row => (
            <Table.Tr key={row.folder_id}>
              <Table.Td>{row.name}</Table.Td>
              <Table.Td className={classes['number']}>
                <ExploreLink query={row.query} label={`${itemsText(row.items)} in ${row.name}. Show in Explore`}>
                  {countText(row.items)}
                </ExploreLink>
              </Table.Td>
              <Table.Td className={classes['number']}>{countText(row.completed)}</Table.Td>
              <Table.Td>
                <ShareBar share={row.completed / row.items} color="var(--loupe-accent)" />
              </Table.Td>
              <Table.Td className={classes['number']}>{percentText(row.completed / row.items)}</Table.Td>
              <Table.Td className={classes['number']}>{countText(row.objects)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
