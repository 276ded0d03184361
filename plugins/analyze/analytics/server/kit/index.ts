export { Calculations } from '../calculations.ts';
export { FigureScopes } from '../figure-scope.ts';
export type { FigureRequest, FigureScope } from '../figure-scope.ts';
export { Reports } from '../reports.ts';
export { isTimed, workTime } from '../work-time.ts';
