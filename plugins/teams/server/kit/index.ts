export { TeamsHooks } from '../teams-hooks.ts';
