export { Egress } from './egress.ts';
export type { EgressAgents, EgressRequest } from './egress.ts';
export { EgressAllowance } from './egress-allowance.ts';
export type { EgressResponse } from './egress-response.ts';
export { guestFetch } from './guest-fetch.ts';
export type { GuestAnswer, GuestRequest } from './guest-fetch.ts';
