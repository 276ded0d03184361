export { TimeTrackerHooks } from '../time-tracker-hooks.ts';
export { beatRows } from '../beat-rows.ts';
export type { BeatRow } from '../beat-rows.ts';
