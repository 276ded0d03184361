export { objectCountRows, transitionRows } from '../analytics-rows.ts';
export type { ObjectCountRow, TransitionRow } from '../analytics-rows.ts';
export { Calculations } from '../calculations.ts';
export { FigureScopes } from '../figure-scope.ts';
export type { FigureRequest, FigureScope } from '../figure-scope.ts';
export { Reports } from '../reports.ts';
export { isTimed, workTime } from '../work-time.ts';
