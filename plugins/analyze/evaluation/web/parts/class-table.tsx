import { Table } from '@mantine/core';
import type { JSX } from 'react';
import { Section } from '#plugins/analyze/analytics/web/kit/index.ts';
import type { EvaluationResult } from '../../common/evaluation-shapes.ts';
import type { Figures, Matrix } from '../../common/metric/figures.ts';
import classes from '../evaluation.module.css';
import { figureText } from '../figure-text.ts';
import { messages } from '../messages.ts';
import { listed } from './listed.ts';
import { ScrolledTable } from './scrolled-table.tsx';

interface ClassTableProps {
  readonly result: EvaluationResult;
  readonly matrix: Matrix;
  readonly other: EvaluationResult | undefined;
  readonly otherMatrix: Matrix | undefined;
  readonly otherTitle: string | undefined;
  /** Objects have sizes: boxes and shapes. */
  readonly hasSizes: boolean;
  readonly chosen: number | undefined;
  readonly onChoose: (place: number | undefined) => void;
}

/** Figures of each class, those with the most true objects first. Choosing a class shows its curve. */
export function ClassTable(props: ClassTableProps): JSX.Element {
  const { result, matrix, other, otherMatrix, hasSizes, chosen, onChoose } = props;
  const rows = result.classes
    .map((each, place) => ({ ...each, place, figures: matrix.ofClass(place) }))
    .filter(each => each.figures.truths + each.figures.predictions > 0)
    .toSorted((one, another) => another.figures.truths - one.figures.truths);
  const { scored } = result;
  const otherOf = (name: string): { readonly figures: Figures; readonly ap: number | null } | undefined => {
    const place = other?.classes.findIndex(each => each.name === name) ?? -1;
    return place === -1
      ? undefined
      : { figures: otherMatrix!.ofClass(place), ap: other!.classes[place]!.precision.all.ap };
  };
  const heads = [
    messages.classTable.true,
    messages.classTable.predicted,
    messages.classTable.precision,
    messages.classTable.recall,
    messages.shared.f1,
    ...(other === undefined ? [] : [messages.classTable.other(messages.shared.f1)]),
    ...(scored ? [messages.classTable.ap, messages.classTable.ap50] : []),
    ...(scored && other !== undefined ? [messages.classTable.other(messages.classTable.ap)] : []),
    ...(scored && hasSizes ? [messages.classTable.small, messages.classTable.medium, messages.classTable.large] : []),
  ];
  const cells = (
    figures: Figures,
    precision: EvaluationResult['precision'],
    beside: { readonly figures: Figures; readonly ap: number | null } | undefined,
  ): readonly string[] => [
    figures.truths.toLocaleString('en'),
    figures.predictions.toLocaleString('en'),
    figureText(figures.precision),
    figureText(figures.recall),
    figureText(figures.f1),
    ...(other === undefined ? [] : [figureText(beside?.figures.f1)]),
    ...(scored ? [figureText(precision.all.ap), figureText(precision.all.ap50)] : []),
    ...(scored && other !== undefined ? [figureText(beside?.ap)] : []),
    ...(scored && hasSizes
      ? [precision.small, precision.medium, precision.large].map(each => figureText(each.ap))
      : []),
  ];
  const line = (values: readonly string[]): readonly JSX.Element[] =>
    values.map((value, at) => (
      <Table.Td key={heads[at]} className={classes['number']}>
        {value}
      </Table.Td>
    ));
  const overall = matrix.overall();
  return (
    <Section
      title={messages.classTable.byClass}
      {...(scored && hasSizes ? { hint: messages.classTable.sizes } : {})}
      loaded={listed(rows)}
    >
      {shown => (
        <ScrolledTable
          label={messages.classTable.tableOfFigures}
          columns={[{ title: messages.shared.class }, ...heads.map(title => ({ title, number: true as const }))]}
          dense
        >
          {shown.map(each => (
            <Table.Tr key={each.place}>
              <Table.Th scope="row" fw={400}>
                {each.curve === null || !scored ? (
                  each.name || messages.shared.noClass
                ) : (
                  <button
                    type="button"
                    className={classes['name']}
                    aria-pressed={chosen === each.place}
                    aria-label={messages.classTable.showCurve(each.name || messages.shared.noClass)}
                    onClick={() => onChoose(chosen === each.place ? undefined : each.place)}
                  >
                    {each.name || messages.shared.noClass}
                  </button>
                )}
              </Table.Th>
              {line(cells(each.figures, each.precision, otherOf(each.name)))}
            </Table.Tr>
          ))}
          <Table.Tr fw={600}>
            <Table.Th scope="row">{messages.classTable.all}</Table.Th>
            {line(
              cells(
                overall,
                result.precision,
                other === undefined || otherMatrix === undefined
                  ? undefined
                  : { figures: otherMatrix.overall(), ap: other.precision.all.ap },
              ),
            )}
          </Table.Tr>
        </ScrolledTable>
      )}
    </Section>
  );
}
