export { IntegrationAccess } from '../integration-access.ts';
export { Integrations } from '../integrations.ts';
