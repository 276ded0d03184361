import { Button, Menu, Skeleton, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { JobProgress, useJob } from '#core/kernel/web/index.ts';
import { downloadJson, EmptyState, ErrorPanel, Icon, PageBody, PageHeader } from '#core/ui/web/index.ts';
import { downloadCsv } from '#plugins/analyze/analytics/web/kit/index.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import type { EvaluationResult, EvaluationView } from '../../common/evaluation-shapes.ts';
import { bestStep, Matrix } from '../../common/metric/figures.ts';
import classes from '../evaluation.module.css';
import { figureRows } from '../figure-rows.ts';
import { messages } from '../messages.ts';
import { evaluationKey, useEvaluation, useEvaluations } from '../use-evaluation.ts';
import { useResultAddress } from '../use-result-address.ts';
import { ClassTable } from './class-table.tsx';
import { CurveChart } from './curve-chart.tsx';
import { FigureCards } from './figure-cards.tsx';
import { ItemList } from './item-list.tsx';
import type { Cell } from './matrix-table.tsx';
import { MatrixTable } from './matrix-table.tsx';
import { Threshold } from './threshold.tsx';

interface ResultViewProps {
  readonly id: number;
  readonly otherId: number | undefined;
  readonly onOpen: (id: number | undefined, other?: number) => void;
}

const truthsOf = (result: EvaluationResult): readonly number[] => result.classes.map(each => each.truths);

/** The figures of one evaluation, beside those of another where one is chosen. */
export function ResultView({ id, otherId, onOpen }: ResultViewProps): JSX.Element {
  const project = useProject();
  const queries = useQueryClient();
  const found = useEvaluation(id);
  const other = useEvaluation(otherId);
  const all = useEvaluations();
  const view = found.data;
  const job = useJob(view?.state === 'running' ? (view.job_id ?? undefined) : undefined);
  const ended = job?.state === 'COMPLETED' || job?.state === 'FAILED';
  useEffect(() => {
    if (ended) void queries.invalidateQueries({ queryKey: evaluationKey(project.id) });
  }, [queries, ended, project.id]);
  if (found.error !== null && view === undefined)
    return <ErrorPanel error={found.error} onRetry={() => void found.refetch()} />;
  const beside = (all.data ?? []).filter(each => each.id !== id && each.state === 'ready');
  const title =
    view === undefined
      ? messages.shared.evaluation
      : messages.result.against(view.subject, view.reference ?? messages.shared.annotations.toLowerCase());
  const nameOf = (each: { readonly subject: string; readonly id: number }): string => `${each.subject} (${each.id})`;
  return (
    <>
      <PageHeader title={title}>
        <Button variant="default" aria-label={messages.result.back} onClick={() => onOpen(undefined)}>
          {messages.result.allEvaluations}
        </Button>
        {view?.result === undefined || view.result === null ? undefined : (
          <>
            <Select
              aria-label={messages.result.compareWith}
              placeholder={messages.result.compareWith}
              clearable
              w={220}
              data={beside.map(each => ({ value: String(each.id), label: nameOf(each) }))}
              value={otherId === undefined ? null : String(otherId)}
              onChange={value => onOpen(id, value === null ? undefined : Number(value))}
            />
            <ExportMenu view={view} />
          </>
        )}
      </PageHeader>
      <PageBody>
        {view === undefined ? (
          <Skeleton h={300} />
        ) : view.state === 'running' ? (
          <div style={{ maxWidth: 480, margin: '64px auto' }}>
            <Text fw={500} mb="sm">
              {messages.result.running}
            </Text>
            <JobProgress job={job} />
          </div>
        ) : view.result === null ? (
          <Text role="alert" c="var(--loupe-danger)">
            {view.error}
          </Text>
        ) : view.result.truths + view.result.predictions === 0 ? (
          <EmptyState icon="ruler" text={messages.result.empty} />
        ) : (
          <Figures view={view} result={view.result} other={other.data} />
        )}
      </PageBody>
    </>
  );
}

function ExportMenu({ view }: { readonly view: EvaluationView }): JSX.Element {
  const name = `evaluation-${view.id}`;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<Icon name="download" size={14} />}>
          {messages.result.export}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          onClick={() => {
            const { head, rows } = figureRows(view.result!, bestStep(view.result!.cells, truthsOf(view.result!)));
            downloadCsv(`${name}.csv`, head, rows);
          }}
        >
          {messages.result.exportCsv}
        </Menu.Item>
        <Menu.Item onClick={() => downloadJson(`${name}.json`, view)}>{messages.result.exportJson}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Figures({
  view,
  result,
  other,
}: {
  readonly view: EvaluationView;
  readonly result: EvaluationResult;
  readonly other: EvaluationView | undefined;
}): JSX.Element {
  const truths = useMemo(() => truthsOf(result), [result]);
  const best = useMemo(() => bestStep(result.cells, truths), [result, truths]);
  const [{ step: asked, cell }, choose] = useResultAddress();
  const step = asked ?? (result.scored ? best : 0);
  const [chosen, setChosen] = useState<number>();
  const setCell = (to: Cell | undefined): void => choose({ step: asked, cell: to });
  const matrix = useMemo(() => new Matrix(result.cells, truths, step), [result, truths, step]);
  const compared = other?.result ?? undefined;
  const otherMatrix = useMemo(
    () => (compared === undefined ? undefined : new Matrix(compared.cells, truthsOf(compared), step)),
    [compared, step],
  );
  return (
    <div>
      <Text size="sm" c="var(--loupe-muted)" mb={8}>
        {messages.result.scope(result.items, result.truths, result.predictions)}
        {result.skipped === 0 ? '' : ` · ${messages.result.skipped(result.skipped)}`}
        {view.query === '' ? '' : ` · ${view.query}`}
        {view.snapshot_name === null ? '' : ` · ${messages.result.ofVersion(view.snapshot_name)}`}
      </Text>
      <FigureCards result={result} overall={matrix.overall()} other={compared} otherOverall={otherMatrix?.overall()} />
      {result.scored ? <Threshold step={step} best={best} onChange={to => choose({ step: to, cell })} /> : undefined}
      <ClassTable
        result={result}
        matrix={matrix}
        other={compared}
        otherMatrix={otherMatrix}
        otherTitle={other?.subject}
        hasSizes={view.task === 'boxes' || view.task === 'shapes'}
        chosen={chosen}
        onChoose={setChosen}
      />
      <div className={classes['columns']}>
        <MatrixTable result={result} matrix={matrix} chosen={cell} onChoose={setCell} />
        {result.scored ? <CurveChart result={result} other={compared} chosen={chosen} /> : undefined}
      </div>
      <ItemList
        evaluationId={view.id}
        step={step}
        cell={cell}
        names={result.classes.map(each => each.name)}
        onWorst={() => setCell(undefined)}
      />
    </div>
  );
}
