import { z } from '#core/api/common/index.ts';

/** Kinds of storage by their number on the wire; 7 and 8 are ours. `root` is the kind of place that they name. */
export const integrationTypes = [
  { value: 1, name: 'aws', title: 'AWS S3', about: 'A bucket at Amazon', root: 'bucket' },
  {
    value: 7,
    name: 's3compatible',
    title: 'S3-compatible storage',
    about: 'MinIO, Ceph and others, by their address',
    root: 'bucket',
  },
  {
    value: 8,
    name: 'webdav',
    title: 'WebDAV',
    about: 'Nextcloud, ownCloud and others, by their address',
    root: undefined,
  },
  {
    value: 4,
    name: 'custom',
    title: 'Custom storage',
    about: 'A folder of this server, or addresses alone',
    root: undefined,
  },
  { value: 2, name: 'gcp', title: 'Google Cloud Storage', about: 'A bucket at Google, by an HMAC key', root: 'bucket' },
  { value: 3, name: 'azure', title: 'Azure Blob Storage', about: 'A container at Microsoft', root: 'container' },
  {
    value: 5,
    name: 'databricks',
    title: 'Databricks',
    about: 'Tables of a workspace, for Multimodal projects',
    root: undefined,
  },
  {
    value: 6,
    name: 'snowflake',
    title: 'Snowflake',
    about: 'Tables of an account, for Multimodal projects',
    root: undefined,
  },
] as const;
export type IntegrationType = (typeof integrationTypes)[number]['value'];

/** Number or word on the wire; undefined for an unknown one. */
export const integrationTypeOf = (given: number | string): (typeof integrationTypes)[number] | undefined =>
  integrationTypes.find(each => each.value === Number(given) || each.name === String(given).toLowerCase());

const text = (most: number): z.ZodString => z.string().trim().min(1).max(most);
/** In front of every place, without a slash at its start. */
const prefix = z
  .string()
  .max(1000)
  .regex(/^(?!\/)/, 'must not begin with a slash')
  .default('');

const s3 = { region: text(100).default('us-east-1'), prefix, access_key_id: text(200) };

/** Config of each kind: what anybody with the right to make integrations may see. */
export const integrationConfigs = {
  1: z.strictObject(s3),
  7: z.strictObject({
    ...s3,
    endpoint: z.url({ protocol: /^https?$/ }).max(500),
    force_path_style: z.boolean().default(true),
  }),
  /** By an HMAC key, at the interface that Google has for clients of S3. */
  2: z.strictObject({ prefix, access_key_id: text(200) }),
  3: z.strictObject({
    account: z.string().regex(/^[a-z0-9]{3,24}$/, 'must have 3 to 24 lower-case letters and digits'),
    prefix,
    /** Address of the account outside of the public cloud. */
    blob_endpoint: z
      .url({ protocol: /^https?$/ })
      .max(500)
      .optional(),
  }),
  5: z.strictObject({
    workspace_url: z.url({ protocol: /^https?$/ }).max(500),
    warehouse_id: text(100),
    catalog: text(255).optional(),
    schema: text(255).optional(),
  }),
  6: z.strictObject({
    account_identifier: z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{2,254}$/, 'must be an account identifier such as myorg-account123'),
    username: text(255),
    warehouse: text(255),
    role: text(255).optional(),
    database: text(255).optional(),
    schema: text(255).optional(),
    /** Address of the account where it is another one, such as a private link. */
    endpoint: z
      .url({ protocol: /^https?$/ })
      .max(500)
      .optional(),
  }),
  8: z.strictObject({ url: z.url({ protocol: /^https?$/ }).max(1000), username: text(200) }),
  /** Without a folder, items that name the integration keep addresses only. */
  4: z.strictObject({ folder: text(1000).optional() }),
} as const;

const s3Secrets = z.strictObject({ secret_access_key: text(500) });

/** The part of each kind that is never shown again; custom storage has none. */
export const integrationSecrets = {
  1: s3Secrets,
  7: s3Secrets,
  2: s3Secrets,
  3: z.strictObject({ account_key: z.base64('must be an access key of the account, in base64').min(1).max(500) }),
  5: z.strictObject({ access_token: text(500) }),
  6: z.strictObject({
    private_key: z
      .string()
      .max(10_000)
      .regex(
        /-----BEGIN PRIVATE KEY-----[\sA-Za-z0-9+/=]+-----END PRIVATE KEY-----/,
        'must be an RSA key in PKCS #8 without a password',
      ),
  }),
  8: z.strictObject({ password: text(500) }),
} as const;

/** Fields of `config` that say where the secret is sent and for whom: a change of one needs the secret again. */
export const addressFields = [
  'endpoint',
  'access_key_id',
  'account',
  'blob_endpoint',
  'url',
  'username',
  'workspace_url',
  'account_identifier',
] as const;

/** True for integrations of tables, which are asked by SQL; the others hold files. */
export const holdsTables = (type: number): boolean => type === 5 || type === 6;

/** True for types of projects whose items are rows of tables; the others take files. */
export const takesRows = (projectType: number): boolean => projectType === 8;

export type S3Secrets = z.output<typeof s3Secrets>;
export type WebDavSecrets = z.output<(typeof integrationSecrets)[8]>;
export type AzureSecrets = z.output<(typeof integrationSecrets)[3]>;
export type DatabricksConfig = z.output<(typeof integrationConfigs)[5]>;
export type DatabricksSecrets = z.output<(typeof integrationSecrets)[5]>;
export type SnowflakeConfig = z.output<(typeof integrationConfigs)[6]>;
export type SnowflakeSecrets = z.output<(typeof integrationSecrets)[6]>;
export type IntegrationSecrets = S3Secrets | AzureSecrets | WebDavSecrets | DatabricksSecrets | SnowflakeSecrets;
export type AzureConfig = z.output<(typeof integrationConfigs)[3]>;
export type WebDavConfig = z.output<(typeof integrationConfigs)[8]>;

export type GoogleConfig = z.output<(typeof integrationConfigs)[2]>;
export type S3Config = z.output<(typeof integrationConfigs)[1]> & {
  readonly endpoint?: string;
  readonly force_path_style?: boolean;
};
export type FolderConfig = z.output<(typeof integrationConfigs)[4]>;

/** As lists and single calls answer it. */
export const integration = z.object({
  id: z.int(),
  name: z.string(),
  source: z.int(),
  type: z.int(),
  /** The bucket, or the folder of custom storage. */
  bucket_name: z.string(),
  root: z.string(),
  config: z.record(z.string(), z.unknown()),
  has_secret: z.boolean(),
  /** The team that keeps it and those that use it. */
  teams: z.array(z.int()),
  /** Name of the team that keeps its settings, where it is another one. */
  shared_by: z.string().nullable(),
  creator_id: z.string(),
  /** Result of the last check. */
  status: z.enum(['unchecked', 'working', 'failed']),
  lastCheckAt: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Integration = z.output<typeof integration>;

export const integrationCheck = z.object({
  ok: z.boolean(),
  steps: z.array(z.object({ name: z.string(), ok: z.boolean(), message: z.string() })),
});
export type IntegrationCheck = z.output<typeof integrationCheck>;

/** A file or folder of a storage; `name` is its place below the root. */
export const storedEntry = z.object({ name: z.string(), size: z.int(), updatedAt: z.string(), dir: z.boolean() });
export type StoredFileEntry = z.output<typeof storedEntry>;

/** Preview of attaching a folder. */
export const attachPreview = z.object({
  /** Files that would become items. */
  attached: z.int(),
  /** Files whose name is taken in the folder. */
  taken: z.int(),
  /** Files of a kind the project does not take. */
  ignored: z.int(),
  /** Files for which there is no room. */
  over: z.int(),
  /** Bytes of the files that would become items. */
  bytes: z.number(),
  /** All files by their ending. */
  kinds: z.array(z.object({ ending: z.string(), count: z.int(), taken_by_project: z.boolean() })),
  /** Why nothing, or not all, would be attached. */
  message: z.string().nullable(),
});
export type AttachPreview = z.output<typeof attachPreview>;

/** Integrations a team may have. */
export const mostIntegrations = 100;

/** Returns the problem with a name, or undefined. */
export function integrationNameProblem(name: string): string | undefined {
  const length = [...name.trim()].length;
  if (length < 1 || length > 120) return 'Integration name must have 1 to 120 characters.';
  return /\p{Cc}/u.test(name) ? "Integration name can't contain control characters." : undefined;
}

/** `options` of attaching the rows of a query. */
export const tableOptions = z.strictObject({
  query: z.string().trim().min(1, 'must be a query').max(100_000),
  /** A column; or, with `prefix`, what the names of all items begin with. */
  item_name: z.string().trim().min(1, 'must be a column, or a text with prefix').max(150),
  prefix: z.boolean().nullish(),
  /** Ids of components by column. */
  column_class_map: z.record(z.string().min(1).max(255), z.string().min(1).max(1000)).default({}),
  item_category: z.string().min(1).max(255).nullish(),
});
