import { Text } from '@mantine/core';
import type { JSX } from 'react';
import type { EvaluationResult } from '../../common/evaluation-shapes.ts';
import type { Figures } from '../../common/metric/figures.ts';
import classes from '../evaluation.module.css';
import { differenceText, figureText } from '../figure-text.ts';
import { messages } from '../messages.ts';

interface FigureCardsProps {
  readonly result: EvaluationResult;
  readonly overall: Figures;
  readonly other: EvaluationResult | undefined;
  readonly otherOverall: Figures | undefined;
}

/** The main figures, with what they are above or below those of another evaluation. */
export function FigureCards({ result, overall, other, otherOverall }: FigureCardsProps): JSX.Element {
  const figures = (
    precision: EvaluationResult['precision'] | undefined,
    at: Figures | undefined,
  ): readonly (number | null | undefined)[] => [
    ...(result.scored ? [precision?.all.ap, precision?.all.ap50, precision?.all.ap75, precision?.all.ar] : []),
    at?.precision,
    at?.recall,
    at?.f1,
  ];
  const labels = [
    ...(result.scored
      ? [messages.result.map, messages.result.map50, messages.result.map75, messages.result.recall100]
      : []),
    messages.result.precision,
    messages.result.recall,
    messages.shared.f1,
  ];
  const others = figures(other?.precision, otherOverall);
  return (
    <dl className={classes['cards']} style={{ marginTop: 0 }}>
      {figures(result.precision, overall).map((value, at) => (
        <div key={labels[at]} className={classes['card']}>
          <Text component="dt" size="xs" c="var(--loupe-muted)">
            {labels[at]}
          </Text>
          <dd className={classes['value']} style={{ margin: 0 }}>
            {figureText(value)}
            {other === undefined ? undefined : (
              <Text span size="xs" c="var(--loupe-muted)" ml={6}>
                {differenceText(value, others[at])}
              </Text>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
