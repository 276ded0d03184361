import { Menu, Skeleton, Table, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { JSX, ReactNode } from 'react';
import { ErrorPanel, Icon, PageBody, PageHeader, RowMenu, toastError } from '#core/ui/web/index.ts';
import { AutomationTabs } from './automation-tabs.tsx';
import classes from './automations.module.css';
import { messages } from './messages.ts';

interface ListPageProps<Row> {
  readonly list: UseQueryResult<readonly Row[]>;
  /** The button that adds one, beside the title while there are any; absent without the permission. */
  readonly begin: ReactNode;
  /** Shown while there are none. */
  readonly empty: ReactNode;
  /** Headings of the table. */
  readonly head: ReactNode;
  readonly row: (row: Row) => ReactNode;
}

/** A tab of automations that lists things in a table. */
export function ListPage<Row>({ list, begin, empty, head, row }: ListPageProps<Row>): JSX.Element {
  const rows = list.data ?? [];
  return (
    <>
      <PageHeader title={messages.shared.automations}>{rows.length > 0 ? begin : undefined}</PageHeader>
      <AutomationTabs />
      <PageBody>
        {list.error !== null && list.data === undefined ? (
          <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />
        ) : undefined}
        {list.isPending ? [0, 1, 2].map(each => <Skeleton key={each} h={36} mb="xs" />) : undefined}
        {list.data?.length === 0 ? empty : undefined}
        {rows.length === 0 ? undefined : (
          <Table highlightOnHover stickyHeader layout="fixed">
            <Table.Thead bg="var(--loupe-page)">
              <Table.Tr>{head}</Table.Tr>
            </Table.Thead>
            <Table.Tbody>{rows.map(row)}</Table.Tbody>
          </Table>
        )}
      </PageBody>
    </>
  );
}

/** Says what a tab is for while it lists nothing, with the button that adds the first one. */
export function Intro({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}): JSX.Element {
  return (
    <div className={classes['intro']}>
      <Text fw={600} size="lg">
        {title}
      </Text>
      <Text c="var(--loupe-muted)" pb="md">
        {text}
      </Text>
      {children}
    </div>
  );
}

/** The menu of a row that can be edited and deleted. */
export function EditMenu({
  of,
  onEdit,
  onDelete,
}: {
  readonly of: string;
  readonly onEdit: () => void;
  readonly onDelete: () => Promise<void>;
}): JSX.Element {
  return (
    <RowMenu of={of}>
      <Menu.Item leftSection={<Icon name="edit" />} onClick={onEdit}>
        {messages.shared.edit}
      </Menu.Item>
      <Menu.Item
        leftSection={<Icon name="trash" />}
        c="var(--loupe-danger)"
        onClick={() => void onDelete().catch(toastError)}
      >
        {messages.shared.delete}
      </Menu.Item>
    </RowMenu>
  );
}
