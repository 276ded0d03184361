import type { EvaluationResult } from '../common/evaluation-shapes.ts';
import { Matrix } from '../common/metric/figures.ts';

type Cell = string | number | null;

/** Figures as a table: a head, and a line for each class and for all together. */
export interface FigureRows {
  readonly head: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** Returns the figures of an evaluation at a hundredth of the score. */
export function figureRows(result: EvaluationResult, step: number): FigureRows {
  const matrix = new Matrix(
    result.cells,
    result.classes.map(each => each.truths),
    step,
  );
  const line = (
    name: string,
    { truths, predictions, right, precision, recall, f1 }: ReturnType<Matrix['overall']>,
    { all, small, medium, large }: EvaluationResult['precision'],
  ): readonly Cell[] => [
    name,
    step / 100,
    truths,
    predictions,
    right,
    precision,
    recall,
    f1,
    all.ap,
    all.ap50,
    all.ap75,
    all.ar,
    small.ap,
    medium.ap,
    large.ap,
  ];
  return {
    head: [
      'class',
      'score_threshold',
      'true_objects',
      'predictions',
      'right',
      'precision',
      'recall',
      'f1',
      'ap',
      'ap50',
      'ap75',
      'ar100',
      'ap_small',
      'ap_medium',
      'ap_large',
    ],
    rows: [
      ...result.classes.map((each, at) => line(each.name, matrix.ofClass(at), each.precision)),
      line('(all)', matrix.overall(), result.precision),
    ],
  };
}
