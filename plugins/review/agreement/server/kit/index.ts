export { agreedItemRows, workRows } from '../agreed-item-rows.ts';
export { AgreementHooks } from '../agreement-hooks.ts';
export type { NewCopies } from '../agreement-hooks.ts';
export { AgreementRules } from '../agreement-rules.ts';
export { Measuring } from '../measuring.ts';
export { WorkPlaces } from '../work-places.ts';
export { WORKING_STATUSES, WorkRows } from '../work-rows.ts';
