export { TeamStore } from './team-store.ts';
