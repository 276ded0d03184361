export { callGuard, demandContract } from './call-guard.ts';
export type { GuardServices, Identity } from './call-guard.ts';
export { CoreHooks, CoreHooksToken } from './core-hooks.ts';
export { everyHour } from './every-hour.ts';
export { eventsSince, newestEvent, trimEvents } from './event-log.ts';
export { jobView, kernelHandlers } from './kernel-handlers.ts';
export { PluginGate } from './plugin-gate.ts';
export type { RulesOf } from './plugin-gate.ts';
export { RateLimit } from './rate-limit.ts';
export { RequestContexts } from './request-contexts.ts';
export { schemaOf, ServerPluginHost } from './server-plugin-host.ts';
export type { AnyServerHalf, PluginJobHandler } from './server-plugin-host.ts';
export { defineServerPlugin } from './server-plugin.ts';
export type { MigrationGlob, ServerHalf, ServerPluginContext, ServiceToken, Tappable, TerminalCommand, TerminalGround, TerminalOutcome } from './server-plugin.ts';
export { BlobsToken, BlobUrlsToken, CacheFolderToken, DatabaseToken, EventHubToken, IntegrationFoldersToken, JobsToken, LogToken, MailerToken, ManifestsToken, ModelsFolderToken, PublicUrlToken, RequestContextsToken } from './tokens.ts';

export const kernelMigrations = import.meta.glob('./migrations/*.ts');
