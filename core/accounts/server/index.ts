export { AccountMails } from './account-mail-lane.ts';
export { AccountRecovery } from './account-recovery.ts';
export { AddressChange } from './address-change.ts';
export { accountsHandlers } from './accounts-handlers.ts';
export { InstallationChecks } from './installation-checks.ts';
export { installationCode, Installer } from './installer.ts';
