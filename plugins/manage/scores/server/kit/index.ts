export { ScoreValues } from '../score-values.ts';
export type { ScoreAverage } from '../score-values.ts';
export { Scores } from '../scores.ts';
