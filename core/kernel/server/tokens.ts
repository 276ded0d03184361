import { token } from '#core/base/common/index.ts';
import type { Database, Jobs } from '#core/data/server/index.ts';
import type { Mailer } from '#core/mail/server/index.ts';
import type { BlobDriver, BlobUrls, IncomingFiles } from '#core/data/server/index.ts';
import type { Log } from '#core/api/server/index.ts';
import type { HookDoc, Manifest } from '../common/index.ts';
import type { RequestContexts } from './request-contexts.ts';
import type { ServerBus } from './server-bus.ts';

/** Core services a server half may inject. */
export const DatabaseToken = token<Database>('core/database');
export const JobsToken = token<Jobs>('core/jobs');
export const BlobsToken = token<BlobDriver>('core/blobs');
export const BlobUrlsToken = token<BlobUrls>('core/blob-urls');
/** Messages to every server of the installation. */
export const ServerBusToken = token<ServerBus>('core/server-bus');
export const LogToken = token<Log>('core/log');
export const ManifestsToken = token<readonly Manifest[]>('core/manifests');
export const RequestContextsToken = token<RequestContexts>('core/request-contexts');
/** Folders of the server that the operator opens to integrations; absolute paths. */
export const IntegrationFoldersToken = token<readonly string[]>('core/integration-folders');
/** Folder of the models of intelligent help; empty when there is no such folder. */
export const ModelsFolderToken = token<string>('core/models-folder');
/** Store that receives uploads. */
export const IncomingToken = token<IncomingFiles>('core/incoming');
/** A folder whose contents may be lost at any time; empty when nothing may be kept. */
export const CacheFolderToken = token<string>('core/cache-folder');
/** Source maps of the built pages, which are never served; empty when there are none. */
export const SourceMapsFolderToken = token<string>('core/source-maps-folder');
/** Registry of npm packages that code of people may import; empty when the operator named none. */
export const NpmRegistryToken = token<string>('core/npm-registry');
/** File that receives usage events; empty when the operator named none. */
export const UsageFileToken = token<string>('core/usage-file');
/** Account at Stripe that takes the payments of organizations. */
export interface StripeSettings {
  readonly key: string;
  /** Signs the events that Stripe sends. */
  readonly webhookSecret: string;
  /** Recurring price of each plan that can be bought, by the code of the plan. */
  readonly prices: ReadonlyMap<number, string>;
  /** Origin of the API. */
  readonly endpoint: string;
}
/** Settings of the provider of payments; without one the operator sets plans. */
export const PaymentSettingsToken = token<{ readonly stripe?: StripeSettings | undefined }>('core/payment-settings');
/** Most items of a folder and of a project, where the operator sets them. */
export interface ItemCeilings {
  readonly folder?: number | undefined;
  readonly project?: number | undefined;
}
export const ItemCeilingsToken = token<ItemCeilings>('core/item-ceilings');
/** Sender of mails; its `kind` says whether they are sent at all. */
export const MailerToken = token<Mailer>('core/mailer');
/** Address people open, without a slash at the end. */
export const PublicUrlToken = token<string>('core/public-url');
/** Reads what the sources of hooks say of them; costs a moment, so only when asked. */
export const HookDocsToken = token<() => Promise<readonly HookDoc[]>>('core/hook-docs');
