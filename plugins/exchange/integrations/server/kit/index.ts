export { IntegrationAccess } from '../integration-access.ts';
export { IntegrationHooks } from '../integration-hooks.ts';
export type { TableAttachment } from '../integration-hooks.ts';
export { Integrations } from '../integrations.ts';
