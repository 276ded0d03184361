export { Integrations } from '../integrations.ts';
