export { Domains } from '../domains.ts';
export { TeamPlacing } from '../team-placing.ts';
