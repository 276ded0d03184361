export { accountsApi } from './api.ts';
export { installationCheck, installerApi } from './installer-api.ts';
export type { InstallationCheck } from './installer-api.ts';
