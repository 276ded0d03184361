import { Table } from '@mantine/core';
import type { JSX, ReactNode } from 'react';
import classes from '../evaluation.module.css';

/** A column of a table. */
export interface Column {
  readonly title: string;
  /** Numbers are aligned to the right. */
  readonly number?: true;
  /** Only screen readers get the title. */
  readonly hidden?: true;
}

interface ScrolledTableProps {
  /** Name of the region. */
  readonly label: string;
  readonly columns: readonly Column[];
  /** Rows lie closer together. */
  readonly dense?: boolean;
  /** The rows of the body. */
  readonly children: ReactNode;
}

/** A table that scrolls in its own region, below its head. */
export function ScrolledTable({ label, columns, dense = false, children }: ScrolledTableProps): JSX.Element {
  return (
    <div className={classes['scroll']} tabIndex={0} role="region" aria-label={label}>
      <Table highlightOnHover stickyHeader {...(dense ? { verticalSpacing: 4 } : {})}>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ title, number, hidden }) =>
              hidden === true ? (
                <Table.Th key={title} aria-label={title} />
              ) : (
                <Table.Th key={title} className={number === true ? classes['number'] : undefined}>
                  {title}
                </Table.Th>
              ),
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </div>
  );
}
