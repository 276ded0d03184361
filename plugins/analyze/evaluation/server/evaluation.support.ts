import type { EvaluationView } from '../common/evaluation-shapes.ts';
import { Matrix } from '../common/metric/figures.ts';

/** Items whose numbers image ids name. */
export const NAMES = ['000000000007.png', '000000000008.png', '000000000009.png', '000000000010.png'];

/** A prediction of a COCO results file: a box of 20 × 20 pixels at the top. */
export const result = (image: number | string, name: string, x: number, score: number): object => ({
  image_id: image,
  category_name: name,
  bbox: [x, 0, 20, 20],
  score,
});

/** The confusion matrix of an evaluation from a hundredth of the score on. */
export const matrixOf = ({ result: figures }: EvaluationView, step: number): Matrix =>
  new Matrix(
    figures!.cells,
    figures!.classes.map(each => each.truths),
    step,
  );
