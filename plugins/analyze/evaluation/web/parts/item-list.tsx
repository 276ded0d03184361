import { Anchor, Button, Table, Text } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { Link } from 'react-router-dom';
import { useService } from '#core/kernel/web/index.ts';
import { useDebounced } from '#core/ui/web/index.ts';
import { ExploreLink, Section } from '#plugins/analyze/analytics/web/kit/index.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import { BACKGROUND } from '../../common/metric/confusion-counts.ts';
import { EvaluationClient } from '../evaluation-client.ts';
import classes from '../evaluation.module.css';
import { figureText } from '../figure-text.ts';
import { messages } from '../messages.ts';
import { evaluationKey } from '../use-evaluation.ts';
import type { Cell } from './matrix-table.tsx';
import { ScrolledTable } from './scrolled-table.tsx';

/** Items of a page, and those that a query in Explore names at most. */
const PAGE = 50;
const MOST_NAMED = 300;

interface ItemListProps {
  readonly evaluationId: number;
  readonly step: number;
  readonly cell: Cell | undefined;
  readonly names: readonly string[];
  readonly onWorst: () => void;
}

/** The items of a cell of the matrix, or those with the lowest F1. */
export function ItemList({ evaluationId, step, cell, names, onWorst }: ItemListProps): JSX.Element {
  const project = useProject();
  const { api } = useService(EvaluationClient);
  // The slider moves faster than items are counted.
  const settled = useDebounced(step, 250);
  const found = useInfiniteQuery({
    queryKey: [...evaluationKey(project.id), 'items', evaluationId, settled, cell],
    queryFn: ({ pageParam, signal }) =>
      api.listEvaluatedItems({
        params: { project_id: project.id, evaluation_id: evaluationId },
        query: { step: settled, offset: pageParam, limit: PAGE, ...cell },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (pages.length * PAGE < last.count ? pages.length * PAGE : undefined),
    placeholderData: keepPreviousData,
  });
  const nameOf = (place: number, background: string): string =>
    place === BACKGROUND ? background : names[place] || messages.shared.noClass;
  const rows = found.data?.pages.flatMap(page => page.data);
  const ids = rows?.slice(0, MOST_NAMED).map(row => row.item_id) ?? [];
  const heads = [
    messages.shared.f1,
    messages.items.right,
    messages.items.confused,
    messages.items.missed,
    messages.items.extra,
  ];
  return (
    <Section
      title={
        cell === undefined
          ? messages.items.worst
          : messages.items.inCell(
              nameOf(cell.truth, messages.matrix.background),
              nameOf(cell.predicted, messages.matrix.missed),
            )
      }
      {...(cell === undefined ? { hint: messages.items.worstHint } : {})}
      loaded={{ data: rows, error: found.error, refetch: () => found.refetch() }}
      controls={
        <>
          {cell === undefined ? undefined : (
            <Button size="compact-sm" variant="default" onClick={onWorst}>
              {messages.items.showWorst}
            </Button>
          )}
          {ids.length === 0 ? undefined : (
            <ExploreLink query={`id IN [${ids.join(', ')}]`} label={messages.items.exploreLabel}>
              {messages.items.explore}
            </ExploreLink>
          )}
        </>
      }
    >
      {items =>
        items.length === 0 ? (
          <Text size="sm" c="var(--loupe-muted)" py="sm">
            {cell === undefined ? messages.items.nothingWrong : messages.items.none}
          </Text>
        ) : (
          <>
            <ScrolledTable
              label={messages.items.table}
              columns={[{ title: messages.shared.name }, ...heads.map(title => ({ title, number: true as const }))]}
              dense
            >
              {items.map(item => (
                <Table.Tr key={item.item_id}>
                  <Table.Td>
                    <Anchor
                      component={Link}
                      size="sm"
                      to={`/t/${project.team_id}/p/${project.id}/item/${item.item_id}`}
                    >
                      {item.name}
                    </Anchor>
                  </Table.Td>
                  {[figureText(item.f1), item.right, item.confused, item.missed, item.extra].map((value, at) => (
                    <Table.Td key={heads[at]} className={classes['number']}>
                      {value}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </ScrolledTable>
            {found.hasNextPage ? (
              <Button variant="subtle" size="compact-sm" mt={6} onClick={() => void found.fetchNextPage()}>
                {messages.items.more(found.data?.pages[0]?.count ?? 0)}
              </Button>
            ) : undefined}
          </>
        )
      }
    </Section>
  );
}
