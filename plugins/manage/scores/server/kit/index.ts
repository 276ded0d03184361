export { ScoreValues } from '../score-values.ts';
export type { ItemScore, ScoreAverage } from '../score-values.ts';
export { Scores } from '../scores.ts';
