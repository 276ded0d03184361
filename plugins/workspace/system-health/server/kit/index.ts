export type { Engine } from '../../common/engines-api.ts';
export { SystemHooks } from '../system-hooks.ts';
