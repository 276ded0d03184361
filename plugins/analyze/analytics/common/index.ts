export { figureFilters } from './api.ts';
export { allOf, quoted } from './query-text.ts';
export { calculationStatus, reportOf } from './report.ts';
export type { Report } from './report.ts';
