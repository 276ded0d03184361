export { AgreementHooks } from '../agreement-hooks.ts';
export type { NewCopies } from '../agreement-hooks.ts';
export { Works } from '../works.ts';
