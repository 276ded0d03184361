export { callGuard, demandContract } from './call-guard.ts';
export type { GuardServices, Identity } from './call-guard.ts';
export { CoreHooks, CoreHooksToken } from './core-hooks.ts';
export { every, everyHour } from './every.ts';
export { eventsSince, newestEvent, trimEvents } from './event-log.ts';
export { EventRelay } from './event-relay.ts';
export { followFolder } from './follow-folder.ts';
export { EventTickets } from './event-tickets.ts';
export { ServerBus } from './server-bus.ts';
export { jobView, kernelHandlers } from './kernel-handlers.ts';
export { PluginGate } from './plugin-gate.ts';
export type { RulesOf } from './plugin-gate.ts';
export { CallLimits } from './call-limits.ts';
export { RateLimit } from './rate-limit.ts';
export { membershipOf, RequestContexts } from './request-contexts.ts';
export { pluginMigrations, schemaOf, ServerPluginHost } from './server-plugin-host.ts';
export { PluginInventory, PluginInventoryToken } from './plugin-inventory.ts';
export type { OutsideOrigin, PluginFacts } from './plugin-inventory.ts';
export { PluginLedger, PluginLedgerToken } from './plugin-ledger.ts';
export type {
  FaultFacts,
  FaultSide,
  NotedFault,
  PluginFault,
  PluginRecord,
  PluginUse,
  Refusal,
} from './plugin-ledger.ts';
export { withinTime } from './within-time.ts';
export type { AnyServerHalf, OutsideRules } from './server-plugin-host.ts';
export type { PluginJobHandler } from './plugin-context.ts';
export { defineServerHalf } from './server-plugin.ts';
export type {
  MigrationGlob,
  ServerHalf,
  ServerPluginContext,
  TerminalCommand,
  TerminalContext,
  TerminalOutcome,
} from './server-plugin.ts';
export {
  BlobsToken,
  BlobUrlsToken,
  CacheFolderToken,
  DatabaseToken,
  HookDocsToken,
  IncomingToken,
  IntegrationFoldersToken,
  JobsToken,
  LogToken,
  MailerToken,
  ManifestsToken,
  ModelsFolderToken,
  PublicUrlToken,
  RequestContextsToken,
  ServerBusToken,
  SourceMapsFolderToken,
  ItemCeilingsToken,
  NpmRegistryToken,
  PaymentSettingsToken,
  UsageFileToken,
} from './tokens.ts';
export type { ItemCeilings, StripeSettings } from './tokens.ts';

export const kernelMigrations = import.meta.glob('./migrations/*.ts');
