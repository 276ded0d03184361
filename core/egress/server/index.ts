export { Egress } from './egress.ts';
export type { EgressAgents, EgressRequest } from './egress.ts';
export { EgressAllowance } from './egress-allowance.ts';
export type { EgressResponse } from './egress-response.ts';
