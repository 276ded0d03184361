import { Button, Skeleton, Table } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX, ReactNode } from 'react';
import { EmptyState, ErrorPanel, PageBody, PageToolbar, SearchBox, useDebounced, Pages } from '#core/ui/web/index.ts';
import { messages } from './messages.ts';

/** Rows of one page. */
const ROWS = 50;

interface Asked {
  readonly offset: number;
  readonly limit: number;
  readonly search?: string;
}

interface SearchedTableProps<Row> {
  readonly label: string;
  /** Part of the key of its answers. */
  readonly list: readonly unknown[];
  readonly load: (asked: Asked) => Promise<{ readonly data: readonly Row[]; readonly count: number }>;
  readonly columns: readonly { readonly title: string; readonly cell: (row: Row) => ReactNode }[];
  readonly keyOf: (row: Row) => string | number;
  /** Said when there are no rows at all. */
  readonly empty: string;
  /** Narrows the list beside the search; absent where it is not searched by text. */
  readonly controls?: ReactNode;
  readonly searched?: boolean;
  /** Milliseconds until it is loaded again; absent: it is not. */
  readonly every?: number;
}

/** A list of the server by pages, with a search. */
export function SearchedTable<Row>(props: SearchedTableProps<Row>): JSX.Element {
  const { label, list, load, columns, keyOf, empty, controls, searched = true, every } = props;
  const [text, setText] = useState('');
  const [page, setPage] = useState(1);
  const search = useDebounced(text.trim(), 300);
  const found = useQuery({
    queryKey: [...list, search, page],
    queryFn: () => load({ offset: (page - 1) * ROWS, limit: ROWS, ...(search === '' ? {} : { search }) }),
    placeholderData: keepPreviousData,
    ...(every === undefined ? {} : { refetchInterval: every }),
  });
  if (found.error !== null) return <ErrorPanel error={found.error} onRetry={() => void found.refetch()} />;
  const pages = Math.ceil((found.data?.count ?? 0) / ROWS);
  return (
    <>
      <PageToolbar>
        {searched ? (
          <SearchBox
            value={text}
            label={messages.searchedTable.search(label)}
            onChange={value => {
              setText(value);
              setPage(1);
            }}
          />
        ) : undefined}
        {controls}
      </PageToolbar>
      <PageBody>
        {found.data === undefined ? <Skeleton h={200} /> : undefined}
        {found.data?.count === 0 ? (
          <EmptyState icon="search" text={search === '' ? empty : messages.searchedTable.nothingMatches}>
            {search === '' ? undefined : (
              <Button variant="default" onClick={() => setText('')}>
                {messages.shared.clearSearch}
              </Button>
            )}
          </EmptyState>
        ) : undefined}
        {(found.data?.count ?? 0) > 0 ? (
          <Table aria-label={label} stickyHeader>
            <Table.Thead bg="var(--loupe-page)">
              <Table.Tr>
                {columns.map(each => (
                  <Table.Th key={each.title}>{each.title}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {found.data?.data.map(row => (
                <Table.Tr key={keyOf(row)} h={40}>
                  {columns.map(each => (
                    <Table.Td key={each.title}>{each.cell(row)}</Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        ) : undefined}
        <Pages total={pages} value={page} onChange={setPage} />
      </PageBody>
    </>
  );
}
