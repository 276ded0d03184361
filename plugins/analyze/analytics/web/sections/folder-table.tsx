import { Table } from '@mantine/core';
import type { JSX } from 'react';
import { countText, itemsText, percentText } from '../../common/format.ts';
import type { FolderRow } from '../../common/report.ts';
import classes from '../analytics.module.css';
import { ExploreLink } from '../kit/explore-link.tsx';
import { messages } from '../messages.ts';
import { ShareBar } from './share-bar.tsx';

/** Progress of each folder. */
export function FolderTable({ rows }: { readonly rows: readonly FolderRow[] }): JSX.Element {
  return (
    <div className={classes['scroll']} tabIndex={0} role="region" aria-label={messages.folderTable.tableOfFolders}>
      <Table stickyHeader verticalSpacing={5}>
        <Table.Thead bg="var(--loupe-surface)">
          <Table.Tr>
            <Table.Th>{messages.shared.folder}</Table.Th>
            <Table.Th className={classes['number']}>{messages.shared.items}</Table.Th>
            <Table.Th className={classes['number']}>{messages.folderTable.completed}</Table.Th>
            <Table.Th w="22%" aria-label={messages.folderTable.shareCompleted} />
            <Table.Th className={classes['number']}>{messages.folderTable.progress}</Table.Th>
            <Table.Th className={classes['number']}>{messages.shared.objects}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(row => (
            <Table.Tr key={row.folder_id}>
              <Table.Td>{row.name}</Table.Td>
              <Table.Td className={classes['number']}>
                <ExploreLink
                  query={row.query}
                  label={messages.folderTable.itemsTextInName(itemsText(row.items), row.name)}
                >
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
