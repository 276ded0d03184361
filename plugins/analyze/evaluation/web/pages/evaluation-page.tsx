import { Button, Skeleton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useNavigate } from 'react-router-dom';
import { EmptyState, ErrorPanel, Icon, PageBody, PageHeader, useLatestParams } from '#core/ui/web/index.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import { messages } from '../messages.ts';
import { EvaluationTable } from '../parts/evaluation-table.tsx';
import { ImportPredictions } from '../parts/import-predictions.tsx';
import { NewEvaluation } from '../parts/new-evaluation.tsx';
import { ResultView } from '../parts/result-view.tsx';
import { SetTable } from '../parts/set-table.tsx';
import { evaluationKey, useEvaluations, usePredictionSets } from '../use-evaluation.ts';

const idOf = (text: string | null): number | undefined =>
  text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;

/** Prediction sets and evaluations of a project, or the figures of the evaluation that the address names. */
export default function EvaluationPage(): JSX.Element {
  const [params] = useLatestParams();
  const navigate = useNavigate();
  const [shown, other] = [idOf(params.get('evaluation')), idOf(params.get('with'))];
  // Another page for the browser: its way back leads to the lists.
  const open = (id: number | undefined, beside?: number): void => {
    const next = new URLSearchParams(id === undefined || id !== shown ? '' : params);
    for (const [name, value] of [
      ['evaluation', id],
      ['with', beside],
    ] as const) {
      if (value === undefined) next.delete(name);
      else next.set(name, String(value));
    }
    void navigate({ search: next.toString() });
  };
  return shown === undefined ? (
    <Lists onOpen={open} />
  ) : (
    <ResultView key={shown} id={shown} otherId={other} onOpen={open} />
  );
}

function Lists({ onOpen }: { readonly onOpen: (id: number) => void }): JSX.Element {
  const project = useProject();
  const queries = useQueryClient();
  const [sets, evaluations] = [usePredictionSets(), useEvaluations()];
  /** The set that the dialog of the import shows; null for a new one. */
  const [importing, setImporting] = useState<number | null>();
  const [evaluating, setEvaluating] = useState<number | null>();
  const refresh = (): void => void queries.invalidateQueries({ queryKey: evaluationKey(project.id) });
  const error = sets.error ?? evaluations.error;
  if (error !== null && (sets.data === undefined || evaluations.data === undefined))
    return <ErrorPanel error={error} onRetry={refresh} />;
  const isEmpty = sets.data?.length === 0 && evaluations.data?.length === 0;
  const begin = (
    <Button
      leftSection={<Icon name="upload" size={14} />}
      variant={isEmpty ? 'filled' : 'default'}
      onClick={() => setImporting(null)}
    >
      {messages.shared.importPredictions}
    </Button>
  );
  return (
    <>
      <PageHeader title={messages.shared.evaluation}>
        {isEmpty ? undefined : begin}
        {sets.data === undefined ? undefined : (
          // Annotators can be compared before there are predictions.
          <Button variant={isEmpty ? 'default' : 'filled'} onClick={() => setEvaluating(null)}>
            {messages.shared.evaluate}
          </Button>
        )}
      </PageHeader>
      <PageBody>
        {sets.data === undefined || evaluations.data === undefined ? (
          [0, 1, 2].map(each => <Skeleton key={each} h={36} mb="xs" />)
        ) : isEmpty ? (
          <EmptyState icon="ruler" text={messages.page.nothingYet}>
            {begin}
          </EmptyState>
        ) : (
          <>
            <SetTable sets={sets.data} onLook={setImporting} onEvaluate={setEvaluating} onChanged={refresh} />
            <EvaluationTable evaluations={evaluations.data} onOpen={onOpen} onChanged={refresh} />
          </>
        )}
      </PageBody>
      <ImportPredictions
        opened={importing !== undefined}
        setId={importing ?? undefined}
        onSent={setImporting}
        onChanged={refresh}
        onClose={() => setImporting(undefined)}
      />
      <NewEvaluation
        opened={evaluating !== undefined}
        setId={evaluating ?? undefined}
        sets={sets.data ?? []}
        onClose={() => setEvaluating(undefined)}
        onStarted={id => {
          refresh();
          onOpen(id);
        }}
      />
    </>
  );
}
