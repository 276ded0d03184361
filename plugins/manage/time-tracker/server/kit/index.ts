export { beatRows } from '../beat-rows.ts';
export type { BeatRow } from '../beat-rows.ts';
