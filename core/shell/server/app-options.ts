import type { FastifyBaseLogger } from 'fastify';
import type { PasswordCost } from '#core/auth/server/index.ts';
import type { BlobDriver, Database, IncomingFiles, Keys } from '#core/data/server/index.ts';
import type { CallLimits, ItemCeilings, StripeSettings } from '#core/kernel/server/index.ts';
import type { SmsSettings } from '#core/mail/server/index.ts';
import type { MailConfiguration } from './mail-settings.ts';
import type { Installation } from './discovery.ts';
import type { TrustedProxies } from './trusted-proxies.ts';

/** Everything the server is composed from. */
export interface AppOptions {
  readonly installation: Installation;
  readonly database: Database;
  readonly blobs: BlobDriver;
  /** Store that receives uploads. */
  readonly incoming: IncomingFiles;
  readonly keys: Keys;
  readonly publicUrl: string;
  readonly version: string;
  readonly log: FastifyBaseLogger;
  readonly webRoot?: string;
  /** Source maps of the pages. */
  readonly sourceMapsFolder?: string;
  readonly frameAncestors?: readonly string[];
  readonly trustProxy?: TrustedProxies;
  /** Token that `/metrics` asks for from other machines. */
  readonly metricsToken?: string | undefined;
  readonly pluginsOff?: ReadonlySet<string>;
  readonly jobConcurrency?: number;
  /** Days after which finished jobs are deleted, 90 when absent. */
  readonly jobRetentionDays?: number;
  readonly limits?: CallLimits;
  /**
   * Cost of hashing a password; the production cost when absent. Only tests set it: no configuration of an operator
   * reaches it.
   */
  readonly passwordCost?: PasswordCost;
  /** Hosts, addresses and networks that are not public and may be reached all the same. */
  readonly egressAllow?: readonly string[];
  /** Settings of mail; absent = not at all. */
  readonly mail?: MailConfiguration | undefined;
  /** Gateway for text messages; absent = none are sent. */
  readonly sms?: SmsSettings | undefined;
  /** True when people of this machine make the first organization without the code of the server; absent = no. */
  readonly installWithoutCode?: boolean;
  /** True when anybody may sign up; absent = no. */
  readonly signUp?: boolean;
  /** Mail domain of who runs the installation; absent = nobody's. */
  readonly providerDomain?: string | undefined;
  /** Folders of the server that integrations may read. */
  readonly integrationFolders?: readonly string[];
  /** Folder of the models of intelligent help. */
  readonly modelsFolder?: string;
  /** Most items of a folder and of a project; the defaults of the product when absent. */
  readonly itemCeilings?: ItemCeilings;
  /** Account that takes payments; absent = none are taken. */
  readonly stripe?: StripeSettings | undefined;
  /** Registry of npm packages that code of people may import, without a slash at the end; absent = none. */
  readonly npmRegistry?: string | undefined;
  /** File that receives usage events. */
  readonly usageFile?: string | undefined;
  /** A folder whose contents may be lost at any time. */
  readonly cacheFolder?: string;
  /** The migrations of the core and the bundled plugins, where they were begun already. */
  readonly migrating?: Promise<unknown>;
}
