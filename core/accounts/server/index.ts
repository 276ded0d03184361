export { AccountRecovery } from './account-recovery.ts';
export { accountsHandlers } from './accounts-handlers.ts';
