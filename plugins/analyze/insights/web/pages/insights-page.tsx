import { ActionIcon, Alert, Button, Menu } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { randomUuid } from '#core/base/common/index.ts';
import { Select } from '#core/controls/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import {
  confirm,
  EmptyState,
  ErrorPanel,
  Icon,
  LoadingSkeleton,
  PageBody,
  PageHeader,
  toastError,
  Tooltip,
} from '#core/ui/web/index.ts';
import {
  CalculationPanel,
  FigureFilters,
  isNotCalculated,
  useFigureFilters,
} from '#plugins/analyze/analytics/web/kit/index.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import type { Chart } from '../../common/chart.ts';
import { limits } from '../../common/chart.ts';
import { starterCharts } from '../../common/starter-board.ts';
import { BoardDialog } from '../board/board-dialog.tsx';
import { ChartCard } from '../board/chart-card.tsx';
import type { ChartsChange } from '../board/use-boards.ts';
import { useBoards } from '../board/use-boards.ts';
import { ChartBuilder } from '../builder/chart-builder.tsx';
import { InsightsClient } from '../insights-client.ts';
import classes from '../insights.module.css';
import { messages } from '../messages.ts';

const newChart = (): Chart => ({
  id: randomUuid(),
  title: messages.shared.newChart,
  kind: 'bar',
  measure: 'items',
  aggregation: 'sum',
  by: 'status',
  and: null,
  unit: 'day',
  against: null,
});

/** Boards of charts about a project. */
export default function InsightsPage(): JSX.Element {
  const project = useProject();
  const { api } = useService(InsightsClient);
  const queries = useQueryClient();
  const store = useBoards();
  const [filter, setFilter] = useFigureFilters();
  const [edited, setEdited] = useState<{ readonly chart: Chart; readonly isNew: boolean }>();
  const [naming, setNaming] = useState<'new' | 'rename'>();
  const choices = useQuery({
    queryKey: ['insights', project.id, 'choices'],
    queryFn: () => api.insightChoices({ query: { project_id: project.id } }),
  });
  const { open, boards } = store;
  if (isNotCalculated(choices.error))
    return <CalculationPanel onDone={() => void queries.invalidateQueries({ queryKey: ['insights', project.id] })} />;
  const error = choices.error ?? store.error;
  if (error !== null && (choices.data === undefined || boards === undefined))
    return (
      <ErrorPanel
        error={error}
        onRetry={() => {
          void choices.refetch();
          store.retry();
        }}
      />
    );
  const starting = boards !== undefined && open === undefined;
  const charts =
    open?.charts ??
    (starting ? starterCharts(choices.data?.measures.some(each => each.value === 'time') ?? false) : []);
  const change = (next: ChartsChange): void => void store.changeCharts(next, charts);
  const save = (chart: Chart): void => {
    setEdited(undefined);
    change(now =>
      now.some(each => each.id === chart.id) ? now.map(each => (each.id === chart.id ? chart : each)) : [...now, chart],
    );
  };
  const move = (chart: Chart, by: -1 | 1): void =>
    change(now => {
      const at = now.findIndex(each => each.id === chart.id);
      const moved = now[at];
      return moved === undefined ? now : now.toSpliced(at, 1).toSpliced(Math.max(0, at + by), 0, moved);
    });
  const duplicate = (chart: Chart): void => {
    const title = messages.insightsPage.titleCopy(chart.title.slice(0, 110));
    const copy = { ...chart, id: randomUuid(), title };
    change(now => now.toSpliced(now.findIndex(each => each.id === chart.id) + 1, 0, copy));
  };
  const remove = async (): Promise<void> => {
    if (
      open !== undefined &&
      (await confirm({
        title: messages.insightsPage.deleteTheBoardName(open.name),
        text: messages.insightsPage.itsCountChartsGoWithIt(open.charts.length),
        action: messages.insightsPage.deleteTheBoard,
        danger: true,
      }))
    )
      await store.remove(open);
  };
  const removeChart = async (chart: Chart): Promise<void> => {
    if (
      await confirm({
        title: messages.insightsPage.removeTitle(chart.title),
        text: messages.insightsPage.itLeavesTheBoardForEverybody,
        action: messages.shared.remove,
        danger: true,
      })
    )
      change(now => now.filter(each => each.id !== chart.id));
  };
  const full = charts.length >= limits.charts;
  return (
    <>
      <PageHeader title={messages.insightsPage.insights}>
        {(boards ?? []).length === 0 ? undefined : (
          <Select
            w={180}
            aria-label={messages.insightsPage.board}
            allowDeselect={false}
            searchable
            value={String(open?.id ?? '')}
            data={boards!.map(each => ({ value: String(each.id), label: each.name }))}
            onChange={value => store.show(Number(value))}
          />
        )}
        <FigureFilters filter={filter} onChange={setFilter} />
        <Tooltip label={messages.insightsPage.refresh}>
          <ActionIcon
            aria-label={messages.insightsPage.refresh}
            onClick={() => void queries.invalidateQueries({ queryKey: ['insights', project.id] })}
          >
            <Icon name="refresh" />
          </ActionIcon>
        </Tooltip>
        <Menu position="bottom-end" width={190}>
          <Menu.Target>
            <ActionIcon aria-label={messages.insightsPage.moreAboutBoards}>
              <Icon name="more" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<Icon name="plus" />} onClick={() => setNaming('new')}>
              {messages.insightsPage.newBoard}
            </Menu.Item>
            <Menu.Item
              leftSection={<Icon name="edit" />}
              disabled={open === undefined}
              onClick={() => setNaming('rename')}
            >
              {messages.insightsPage.renameBoard}
            </Menu.Item>
            <Menu.Item
              leftSection={<Icon name="trash" />}
              c="var(--loupe-danger)"
              disabled={open === undefined}
              onClick={() => void remove().catch(toastError)}
            >
              {messages.insightsPage.deleteBoard}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
        <Button
          leftSection={<Icon name="plus" size={14} />}
          disabled={choices.data === undefined || full}
          title={full ? messages.insightsPage.boardHasAtMostCharts(limits.charts) : undefined}
          onClick={() => setEdited({ chart: newChart(), isNew: true })}
        >
          {messages.insightsPage.addChart}
        </Button>
      </PageHeader>
      <PageBody>
        {starting ? (
          <Alert mb="sm" p="xs" color="gray" icon={<Icon name="help" size={14} />}>
            {messages.insightsPage.theseChartsAreForAStart}
          </Alert>
        ) : undefined}
        {choices.data === undefined || boards === undefined ? (
          <div className={classes['grid']}>
            {[0, 1, 2, 3].map(each => (
              <LoadingSkeleton key={each} h={280} label={messages.insightsPage.loadingTheBoard} />
            ))}
          </div>
        ) : charts.length === 0 ? (
          <EmptyState icon="chart" text={messages.insightsPage.thisBoardHasNoChartsYet}>
            <Button onClick={() => setEdited({ chart: newChart(), isNew: true })}>
              {messages.insightsPage.addChart}
            </Button>
          </EmptyState>
        ) : (
          <div className={classes['grid']}>
            {charts.map((chart, at) => (
              <ChartCard
                key={chart.id}
                chart={chart}
                filter={filter}
                choices={choices.data}
                place={{ first: at === 0, last: at === charts.length - 1 }}
                onEdit={() => setEdited({ chart, isNew: false })}
                onMove={by => move(chart, by)}
                onRemove={() => void removeChart(chart)}
                onDuplicate={() => duplicate(chart)}
              />
            ))}
          </div>
        )}
      </PageBody>
      <ChartBuilder
        chart={edited?.chart}
        isNew={edited?.isNew ?? true}
        filter={filter}
        choices={choices.data ?? { measures: [], breakdowns: [] }}
        onClose={() => setEdited(undefined)}
        onSave={save}
      />
      <BoardDialog
        name={naming === undefined ? undefined : naming === 'new' ? '' : (open?.name ?? '')}
        title={naming === 'rename' ? messages.insightsPage.renameBoard : messages.insightsPage.newBoard}
        action={naming === 'rename' ? messages.insightsPage.rename : messages.insightsPage.makeBoard}
        onClose={() => setNaming(undefined)}
        onSubmit={name =>
          naming === 'rename' && open !== undefined ? store.rename(open, name) : store.create(name, [])
        }
      />
    </>
  );
}
