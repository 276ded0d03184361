export { agreedItemRows, workRows } from '../agreed-item-rows.ts';
export { AgreementHooks } from '../agreement-hooks.ts';
export type { NewCopies } from '../agreement-hooks.ts';
export { WorkRows } from '../work-rows.ts';
