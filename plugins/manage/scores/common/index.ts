export { scoreTypes } from './score.ts';
