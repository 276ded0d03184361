import { accountsApi, installerApi } from '#core/accounts/common/index.ts';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';

/** Calls of people who cannot sign in yet. */
export const useAccounts = (): Client<typeof accountsApi> => client(accountsApi, useService(Transport));

/** Calls of the first start. */
export const useInstaller = (): Client<typeof installerApi> => client(installerApi, useService(Transport));
