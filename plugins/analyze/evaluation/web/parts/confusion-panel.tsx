import { Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { JSX } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { Select } from '#core/controls/web/index.ts';
import { Section } from '#plugins/analyze/analytics/web/kit/index.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import { bestStep, Matrix } from '../../common/metric/figures.ts';
import { messages } from '../messages.ts';
import { useEvaluation, useEvaluations } from '../use-evaluation.ts';
import { listed } from './listed.ts';
import { MatrixTable } from './matrix-table.tsx';

/** The confusion of one evaluation beside the quality of annotators; its cells lead to the items. */
export default function ConfusionPanel(): JSX.Element {
  const project = useProject();
  const navigate = useNavigate();
  const all = useEvaluations();
  const ready = (all.data ?? []).filter(each => each.state === 'ready');
  const [chosen, setChosen] = useState<number>();
  const id = chosen ?? ready[0]?.id;
  const found = useEvaluation(id);
  const page = `/t/${project.team_id}/p/${project.id}/evaluation`;
  const result = found.data?.result ?? undefined;
  const shown = useMemo(() => {
    if (result === undefined) return undefined;
    const truths = result.classes.map(each => each.truths);
    const step = result.scored ? bestStep(result.cells, truths) : 0;
    return { step, matrix: new Matrix(result.cells, truths, step) };
  }, [result]);
  if (all.data !== undefined && ready.length === 0)
    return (
      <Section
        title={messages.panel.title}
        loaded={listed(true)}
        controls={<Link to={page}>{messages.panel.compare}</Link>}
      >
        {() => (
          <Text size="sm" c="var(--loupe-muted)" py="sm">
            {messages.panel.none}
          </Text>
        )}
      </Section>
    );
  if (result === undefined || shown === undefined)
    return (
      <Section
        title={messages.panel.title}
        loaded={{
          data: undefined,
          error: all.error ?? found.error,
          refetch: (all.error === null ? found : all).refetch,
        }}
      >
        {() => undefined}
      </Section>
    );
  return (
    <MatrixTable
      result={result}
      matrix={shown.matrix}
      chosen={undefined}
      title={messages.panel.title}
      controls={
        <>
          <Select
            size="xs"
            w={300}
            aria-label={messages.panel.evaluation}
            allowDeselect={false}
            data={ready.map(each => ({
              value: String(each.id),
              label: messages.result.against(each.subject, each.reference ?? messages.shared.annotations.toLowerCase()),
            }))}
            value={String(id)}
            onChange={value => setChosen(Number(value))}
          />
          <Link to={`${page}?evaluation=${id}`}>{messages.panel.allFigures}</Link>
        </>
      }
      onChoose={cell => {
        if (cell !== undefined)
          void navigate(`${page}?evaluation=${id}&score=${shown.step}&truth=${cell.truth}&predicted=${cell.predicted}`);
      }}
    />
  );
}
