import type { Container } from 'inversify';
import type { Log } from '#core/api/server/index.ts';
import { AuditChain, AuditEntries, AuditLog } from '#core/audit/server/index.ts';
import {
  Attempts,
  Addresses,
  IdentityProof,
  OneTimeTokens,
  People,
  Sessions,
  SignInWays,
  SecondFactors,
  ViewingSessions,
} from '#core/auth/server/index.ts';
import type { BlobUrls, Jobs } from '#core/data/server/index.ts';
import { SecretBox } from '#core/data/server/index.ts';
import { Egress } from '#core/egress/server/index.ts';
import { provide, serviceContainer } from '#core/kernel/common/index.ts';
import type {
  CoreHooks,
  PluginInventory,
  PluginLedger,
  RequestContexts,
  ServerBus,
} from '#core/kernel/server/index.ts';
import {
  PluginGate,
  BlobUrlsToken,
  BlobsToken,
  CacheFolderToken,
  CoreHooksToken,
  DatabaseToken,
  HookDocsToken,
  IncomingToken,
  IntegrationFoldersToken,
  ItemCeilingsToken,
  JobsToken,
  LogToken,
  MailerToken,
  ManifestsToken,
  ModelsFolderToken,
  PluginInventoryToken,
  PluginLedgerToken,
  PublicUrlToken,
  RequestContextsToken,
  ServerBusToken,
  SourceMapsFolderToken,
  NpmRegistryToken,
  PaymentSettingsToken,
  UsageFileToken,
} from '#core/kernel/server/index.ts';
import {
  AccessTokens,
  AccountHooks,
  AccountMerging,
  Members,
  Organizations,
  SdkTokens,
  Teams,
} from '#core/tenancy/server/index.ts';
import type { AppOptions } from './app-options.ts';
import { hookDocs } from './hook-docs.ts';
import type { Accounts } from './open-accounts.ts';
import type { Audit } from './open-audit.ts';

interface CoreServices {
  readonly options: AppOptions;
  readonly log: Log;
  readonly accounts: Accounts;
  readonly audit: Audit;
  readonly contexts: RequestContexts;
  readonly hooks: CoreHooks;
  readonly bus: ServerBus;
  readonly jobs: Jobs;
  readonly blobUrls: BlobUrls;
  readonly gate: PluginGate;
  readonly ledger: PluginLedger;
  readonly inventory: PluginInventory;
}

/** Makes the container of the services that every server half may inject. */
export function provideCore({
  options,
  log,
  accounts,
  audit,
  contexts,
  hooks,
  bus,
  jobs,
  blobUrls,
  gate,
  ledger,
  inventory,
}: CoreServices): Container {
  const { auth } = accounts;
  const core = serviceContainer();
  provide(core, DatabaseToken, options.database);
  provide(core, JobsToken, jobs);
  provide(core, BlobsToken, options.blobs);
  provide(core, IncomingToken, options.incoming);
  provide(core, BlobUrlsToken, blobUrls);
  provide(core, ServerBusToken, bus);
  provide(core, LogToken, log);
  provide(core, ManifestsToken, options.installation.manifests);
  provide(core, RequestContextsToken, contexts);
  provide(core, PublicUrlToken, options.publicUrl);
  provide(core, CoreHooksToken, hooks);
  provide(core, PluginGate, gate);
  provide(core, People, auth.people);
  provide(core, Sessions, auth.sessions);
  provide(core, ViewingSessions, auth.viewing);
  provide(core, SecondFactors, auth.factors);
  provide(core, OneTimeTokens, auth.tokens);
  provide(core, Attempts, auth.attempts);
  provide(core, SignInWays, auth.ways);
  provide(core, IdentityProof, auth.proof);
  provide(core, Addresses, auth.addresses);
  provide(core, Organizations, accounts.organizations);
  provide(core, Teams, accounts.teams);
  provide(core, Members, accounts.members);
  provide(core, AccountHooks, accounts.accountHooks);
  provide(core, AccountMerging, accounts.merging);
  provide(core, SdkTokens, accounts.sdkTokens);
  provide(core, AccessTokens, accounts.accessTokens);
  provide(core, AuditLog, audit.log);
  provide(core, AuditChain, audit.chain);
  provide(core, AuditEntries, audit.entries);
  provide(core, Egress, accounts.egress);
  provide(core, MailerToken, accounts.mailer);
  provide(core, SecretBox, new SecretBox(options.keys));
  provide(core, IntegrationFoldersToken, options.integrationFolders ?? []);
  provide(core, ModelsFolderToken, options.modelsFolder ?? '');
  provide(core, ItemCeilingsToken, options.itemCeilings ?? {});
  provide(core, PaymentSettingsToken, { stripe: options.stripe });
  provide(core, NpmRegistryToken, options.npmRegistry ?? '');
  provide(core, UsageFileToken, options.usageFile ?? '');
  provide(core, CacheFolderToken, options.cacheFolder ?? '');
  provide(core, SourceMapsFolderToken, options.sourceMapsFolder ?? '');
  provide(core, PluginLedgerToken, ledger);
  provide(core, PluginInventoryToken, inventory);
  provide(core, HookDocsToken, hookDocs);
  return core;
}
