import { Table, Text } from '@mantine/core';
import type { JSX, ReactNode } from 'react';
import { Section } from '#plugins/analyze/analytics/web/kit/index.ts';
import type { EvaluationResult } from '../../common/evaluation-shapes.ts';
import { BACKGROUND } from '../../common/metric/confusion-counts.ts';
import type { Matrix } from '../../common/metric/figures.ts';
import classes from '../evaluation.module.css';
import { messages } from '../messages.ts';
import { listed } from './listed.ts';

/** Classes that get a row and a column of their own. */
const MOST = 20;

/** A cell of a confusion matrix by the places of its classes. */
export interface Cell {
  readonly truth: number;
  readonly predicted: number;
}

interface MatrixTableProps {
  readonly result: EvaluationResult;
  readonly matrix: Matrix;
  readonly chosen: Cell | undefined;
  readonly onChoose: (cell: Cell | undefined) => void;
  /** `Confusion` when absent. */
  readonly title?: string;
  /** Controls at the right of the title. */
  readonly controls?: ReactNode;
}

/** True classes beside what was predicted for their objects. Choosing a cell shows its items. */
export function MatrixTable({
  result,
  matrix,
  chosen,
  onChoose,
  title = messages.matrix.title,
  controls,
}: MatrixTableProps): JSX.Element {
  const used = result.classes
    .map((each, place) => ({ name: each.name || messages.shared.noClass, place, figures: matrix.ofClass(place) }))
    .filter(each => each.figures.truths + each.figures.predictions > 0)
    .toSorted((one, other) => other.figures.truths - one.figures.truths);
  const shown = used.slice(0, MOST);
  const places = [...shown, { name: messages.matrix.background, place: BACKGROUND }];
  const columns = [...shown, { name: messages.matrix.missed, place: BACKGROUND }];
  return (
    <Section
      title={title}
      controls={controls}
      hint={used.length > MOST ? messages.matrix.more(MOST, used.length) : messages.matrix.hint}
      loaded={listed(places)}
    >
      {rows => (
        <div className={classes['scroll']} tabIndex={0} role="region" aria-label={messages.matrix.table}>
          <Table verticalSpacing={2} withColumnBorders>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{messages.matrix.truth}</Table.Th>
                {columns.map(each => (
                  <Table.Th key={each.place} className={classes['number']}>
                    {each.name}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map(row => {
                const values = columns.map(column =>
                  row.place === BACKGROUND && column.place === BACKGROUND ? 0 : matrix.at(row.place, column.place),
                );
                const sum = values.reduce((total, value) => total + value, 0);
                return (
                  <Table.Tr key={row.place}>
                    <Table.Th scope="row" fw={400}>
                      {row.name}
                    </Table.Th>
                    {columns.map((column, at) => {
                      const objects = values[at]!;
                      if (objects === 0) return <Table.Td key={column.place} />;
                      const tone = row.place === column.place ? 'var(--loupe-success)' : 'var(--loupe-danger)';
                      const tint = `color-mix(in srgb, ${tone} ${Math.round(6 + (objects / sum) * 18)}%, transparent)`;
                      const isChosen = chosen?.truth === row.place && chosen.predicted === column.place;
                      return (
                        <Table.Td key={column.place} p={0} style={{ background: tint }}>
                          <button
                            type="button"
                            className={classes['cell']}
                            aria-pressed={isChosen}
                            aria-label={messages.matrix.cell(objects, row.name, column.name)}
                            onClick={() =>
                              onChoose(isChosen ? undefined : { truth: row.place, predicted: column.place })
                            }
                          >
                            {objects.toLocaleString('en')}
                          </button>
                        </Table.Td>
                      );
                    })}
                  </Table.Tr>
                );
              })}
            </Table.Tbody>
          </Table>
          {used.length > MOST ? (
            <Text size="xs" c="var(--loupe-muted)" pt={6}>
              {messages.matrix.hint}
            </Text>
          ) : undefined}
        </div>
      )}
    </Section>
  );
}
