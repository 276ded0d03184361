import { join, resolve } from 'node:path';
import { Fault } from '#core/base/common/index.ts';
import type { StripeSettings } from '#core/kernel/server/index.ts';
import { isSlip } from './setting-slip.ts';
import { registryAddress } from './registry-address.ts';
import { STRIPE_READERS, stripeSettings } from './stripe-settings.ts';
import type { TrustedProxies } from './trusted-proxies.ts';
import { list, trustedProxies } from './trusted-proxies.ts';

/** Configuration of this installation. The page Configuration of the documentation has a table of it. */
export interface Configuration {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly databasePoolSize: number;
  /** True when a start backs the database up before it migrates it. */
  readonly upgradeBackup: boolean;
  /** Address people open, without a slash at the end. */
  readonly publicUrl: string;
  readonly logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Origins whose pages may embed the editor. */
  readonly frameAncestors: readonly string[];
  /** Reverse proxies whose `X-Forwarded-*` is believed: their number or their networks; false = none. */
  readonly trustProxy: TrustedProxies;
  /** Token that `/metrics` asks for from other machines; undefined = it answers this machine only. */
  readonly metricsToken: string | undefined;
  readonly pluginsOff: ReadonlySet<string>;
  readonly jobConcurrency: number;
  /** Days after which finished jobs are deleted. */
  readonly jobRetentionDays: number;
  /** Hosts, addresses and networks inside the own house that the server may connect to. */
  readonly egressAllow: readonly string[];
  /** The bucket that keeps files; undefined = a folder of the data directory. */
  readonly s3: S3Configuration | undefined;
  /** Settings of mail; undefined = not at all. */
  readonly mail: MailConfiguration | undefined;
  /** True when an empty database gets the demo; undefined = where only this machine reaches the server. */
  readonly demo: boolean | undefined;
  /** True when anybody may make an account and an organization of their own. */
  readonly signUp: boolean;
  /** Mail domain of who runs the installation, whose teams may have a form of their own; undefined = no team. */
  readonly providerDomain: string | undefined;
  /** Folders of the server that integrations may read. */
  readonly integrationFolders: readonly string[];
  /** Folder of the models of intelligent help. */
  readonly modelsDir: string;
  /** Folder of plugins from outside, each in a folder of its own; undefined = none. */
  readonly pluginsDir: string | undefined;
  /** Most items of a folder and of a project; the defaults of the product where undefined. */
  readonly itemCeilings: { readonly folder: number | undefined; readonly project: number | undefined };
  /** Account at Stripe that takes payments; undefined = none are taken. */
  readonly stripe: StripeSettings | undefined;
  /** Registry of npm packages that code of people may import; undefined = none. */
  readonly npmRegistry: string | undefined;
  /** File that receives usage events when a super-admin chooses so; undefined = there is no such choice. */
  readonly usageFile: string | undefined;
}

/** An SMTP server, or a folder for files. */
export type MailConfiguration = { readonly from: string } & (
  | { readonly smtpUrl: string }
  | { readonly folder: string }
);

export interface S3Configuration {
  readonly bucket: string;
  /** AWS when undefined. */
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly prefix: string;
  /** Those of the machine when undefined. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
  readonly forcePathStyle: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

const bad = (name: string, value: string, cure: string): Fault =>
  new Fault('CONFIGURATION', `${name}="${value}" is not valid: ${cure}`);

const integer =
  (name: string, least: number, most: number) =>
  (value: string): number => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < least || number > most)
      throw bad(name, value, `use a whole number from ${least} to ${most}`);
    return number;
  };

const origin =
  (name: string) =>
  (value: string): string => {
    try {
      const url = new URL(value);
      if (
        (url.protocol !== 'http:' && url.protocol !== 'https:') ||
        url.pathname !== '/' ||
        url.search !== '' ||
        url.hash !== ''
      )
        throw new Error();
      return url.origin;
    } catch {
      throw bad(name, value, 'use an origin such as https://loupe.example.org');
    }
  };

const boolean =
  (name: string) =>
  (value: string): boolean => {
    if (value === 'true' || value === '1') return true;
    if (value === 'false' || value === '0') return false;
    throw bad(name, value, 'use true or false');
  };

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;

const READERS = {
  PORT: integer('PORT', 0, 65_535),
  HOST: (value: string) => value,
  DATA_DIR: (value: string) => resolve(value),
  DATABASE_URL(value: string) {
    if (!/^postgres(ql)?:\/\//.test(value))
      throw new Fault(
        'CONFIGURATION',
        'DATABASE_URL is not valid: use an address such as postgres://user:password@host:5432/loupe',
      );
    return value;
  },
  DATABASE_POOL_SIZE: integer('DATABASE_POOL_SIZE', 2, 200),
  UPGRADE_BACKUP: boolean('UPGRADE_BACKUP'),
  PUBLIC_URL: origin('PUBLIC_URL'),
  LOG_LEVEL(value: string) {
    const level = LOG_LEVELS.find(each => each === value);
    if (level === undefined) throw bad('LOG_LEVEL', value, `use one of ${LOG_LEVELS.join(', ')}`);
    return level;
  },
  FRAME_ANCESTORS: (value: string) => list(value).map(origin('FRAME_ANCESTORS')),
  TRUST_PROXY(value: string) {
    const proxies = trustedProxies(value);
    if (proxies !== undefined) return proxies;
    throw bad(
      'TRUST_PROXY',
      value,
      'say how many proxies are in front of the server, such as 1, or name their addresses and networks, such as 10.0.0.0/8',
    );
  },
  METRICS_TOKEN(value: string) {
    if (!/^[\w.~+/=-]{16,}$/.test(value))
      throw new Fault('CONFIGURATION', 'METRICS_TOKEN is not valid: use at least 16 letters and digits');
    return value;
  },
  PLUGINS_OFF: (value: string) => new Set(list(value)),
  JOB_CONCURRENCY: integer('JOB_CONCURRENCY', 1, 64),
  JOB_RETENTION_DAYS: integer('JOB_RETENTION_DAYS', 7, 3650),
  EGRESS_ALLOW: list,
  S3_ENDPOINT: origin('S3_ENDPOINT'),
  S3_REGION: (value: string) => value,
  S3_BUCKET: (value: string) => value,
  S3_PREFIX: (value: string) => value,
  S3_ACCESS_KEY_ID: (value: string) => value,
  S3_SECRET_ACCESS_KEY: (value: string) => value,
  S3_FORCE_PATH_STYLE: boolean('S3_FORCE_PATH_STYLE'),
  SMTP_URL(value: string) {
    const url = URL.canParse(value) ? new URL(value) : undefined;
    // The value holds a password, so it is not shown.
    if (url === undefined || (url.protocol !== 'smtp:' && url.protocol !== 'smtps:') || url.hostname === '')
      throw new Fault(
        'CONFIGURATION',
        'SMTP_URL is not valid: use an address such as smtp://user:password@mail.example.org:587',
      );
    return value;
  },
  MAIL_FROM(value: string) {
    if (!/^([^<>\r\n]*<)?[^\s@<>]+@[^\s@<>]+>?$/.test(value))
      throw bad('MAIL_FROM', value, 'use an address such as Loupe <loupe@example.org>');
    return value;
  },
  MAIL_DIR: (value: string) => resolve(value),
  INTEGRATION_FOLDERS: (value: string) => list(value).map(each => resolve(each)),
  DEMO: boolean('DEMO'),
  SIGN_UP: boolean('SIGN_UP'),
  PROVIDER_DOMAIN(value: string) {
    if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(value))
      throw bad('PROVIDER_DOMAIN', value, 'use a domain of e-mail addresses such as example.org');
    return value.toLowerCase();
  },
  MODELS_DIR: (value: string) => resolve(value),
  PLUGINS_DIR: (value: string) => resolve(value),
  FOLDER_ITEMS: integer('FOLDER_ITEMS', 1, 10_000_000),
  PROJECT_ITEMS: integer('PROJECT_ITEMS', 1, 10_000_000),
  NPM_REGISTRY: registryAddress,
  USAGE_FILE: (value: string) => resolve(value),
  ...STRIPE_READERS,
} as const;

type Name = keyof typeof READERS;

export const CONFIGURATION_NAMES = Object.keys(READERS) as readonly Name[];

/**
 * Reads the environment. Every variable may also be written with the prefix `LOUPE_`. Throws CONFIGURATION naming the
 * variable when one is malformed, unknown (`LOUPE_…`) or a slip of a known name.
 */
export function readConfiguration(environment: Environment): Configuration {
  const values = new Map<Name, string>();
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined || value === '') continue;
    const plain = name.startsWith('LOUPE_') ? name.slice('LOUPE_'.length) : name;
    if (plain in READERS) values.set(plain as Name, value);
    else if (name.startsWith('LOUPE_') && !name.startsWith('LOUPE_TEST_'))
      throw new Fault('CONFIGURATION', `${name} is not a setting of Loupe. Known: ${CONFIGURATION_NAMES.join(', ')}`);
    else {
      const similar = name.length < 8 ? undefined : CONFIGURATION_NAMES.find(each => isSlip(name, each));
      if (similar !== undefined)
        throw new Fault('CONFIGURATION', `${name} is not a setting of Loupe. Did you mean ${similar}?`);
    }
  }
  const read = <N extends Name>(name: N): ReturnType<(typeof READERS)[N]> | undefined => {
    const value = values.get(name);
    return value === undefined ? undefined : (READERS[name](value) as ReturnType<(typeof READERS)[N]>);
  };
  const s3Configuration = (): S3Configuration | undefined => {
    const bucket = read('S3_BUCKET');
    const stray = [...values.keys()].find(each => each.startsWith('S3_'));
    if (bucket === undefined && stray !== undefined)
      throw new Fault('CONFIGURATION', `${stray} is set and S3_BUCKET is not: name the bucket, or leave ${stray} out`);
    if (bucket === undefined) return undefined;
    const [accessKeyId, secretAccessKey, endpoint] = [
      read('S3_ACCESS_KEY_ID'),
      read('S3_SECRET_ACCESS_KEY'),
      read('S3_ENDPOINT'),
    ];
    if ((accessKeyId === undefined) !== (secretAccessKey === undefined))
      throw new Fault(
        'CONFIGURATION',
        'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY go together: set both, or neither to use those of the machine',
      );
    return {
      bucket,
      endpoint,
      region: read('S3_REGION') ?? 'us-east-1',
      prefix: read('S3_PREFIX') ?? '',
      credentials:
        accessKeyId === undefined || secretAccessKey === undefined ? undefined : { accessKeyId, secretAccessKey },
      forcePathStyle: read('S3_FORCE_PATH_STYLE') ?? endpoint !== undefined,
    };
  };
  const mailConfiguration = (): MailConfiguration | undefined => {
    const [smtpUrl, from, folder] = [read('SMTP_URL'), read('MAIL_FROM'), read('MAIL_DIR')];
    if (smtpUrl !== undefined && folder !== undefined)
      throw new Fault('CONFIGURATION', 'SMTP_URL and MAIL_DIR are both set: leave one out');
    if (smtpUrl !== undefined && from === undefined)
      throw new Fault(
        'CONFIGURATION',
        'SMTP_URL is set and MAIL_FROM is not: name the sender, such as Loupe <loupe@example.org>',
      );
    if (smtpUrl !== undefined) return { smtpUrl, from: from! };
    return folder === undefined ? undefined : { folder, from: from ?? 'Loupe <loupe@localhost>' };
  };
  const port = read('PORT') ?? 8080;
  const host = read('HOST') ?? '127.0.0.1';
  const dataDir = read('DATA_DIR') ?? resolve('data');
  return {
    port,
    host,
    dataDir,
    databaseUrl: read('DATABASE_URL'),
    databasePoolSize: read('DATABASE_POOL_SIZE') ?? 10,
    upgradeBackup: read('UPGRADE_BACKUP') ?? true,
    publicUrl: read('PUBLIC_URL') ?? `http://localhost:${port}`,
    logLevel: read('LOG_LEVEL') ?? 'info',
    frameAncestors: read('FRAME_ANCESTORS') ?? [],
    trustProxy: read('TRUST_PROXY') ?? false,
    metricsToken: read('METRICS_TOKEN'),
    pluginsOff: read('PLUGINS_OFF') ?? new Set(),
    jobConcurrency: read('JOB_CONCURRENCY') ?? 2,
    jobRetentionDays: read('JOB_RETENTION_DAYS') ?? 90,
    egressAllow: read('EGRESS_ALLOW') ?? [],
    mail: mailConfiguration(),
    s3: s3Configuration(),
    demo: read('DEMO'),
    signUp: read('SIGN_UP') ?? false,
    providerDomain: read('PROVIDER_DOMAIN'),
    integrationFolders: read('INTEGRATION_FOLDERS') ?? [],
    modelsDir: read('MODELS_DIR') ?? join(dataDir, 'models'),
    pluginsDir: read('PLUGINS_DIR'),
    itemCeilings: { folder: read('FOLDER_ITEMS'), project: read('PROJECT_ITEMS') },
    npmRegistry: read('NPM_REGISTRY'),
    usageFile: read('USAGE_FILE'),
    stripe: stripeSettings({
      key: read('STRIPE_SECRET_KEY'),
      webhookSecret: read('STRIPE_WEBHOOK_SECRET'),
      prices: read('STRIPE_PRICES'),
      endpoint: read('STRIPE_ENDPOINT'),
    }),
  };
}
