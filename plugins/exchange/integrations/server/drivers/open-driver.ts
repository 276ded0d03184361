import type { Egress } from '#core/egress/server/index.ts';
import type {
  AzureConfig,
  AzureSecrets,
  FolderConfig,
  GoogleConfig,
  S3Config,
  S3Secrets,
  WebDavConfig,
  WebDavSecrets,
} from '../../common/integration.ts';
import type { IntegrationRow } from '../integration-tables.ts';
import { AzureDriver } from './azure-driver.ts';
import { FolderDriver } from './folder-driver.ts';
import { S3Driver } from './s3-driver.ts';
import type { StorageDriver } from './storage-driver.ts';
import { WebDavDriver } from './webdav-driver.ts';

/** Google's interface for clients of S3, which takes any region that is signed. */
const GOOGLE = { endpoint: 'https://storage.googleapis.com', region: 'auto', force_path_style: true } as const;

interface DriverParts {
  /** Opens the sealed secret; called for kinds that have one. */
  readonly secrets: () => unknown;
  /** Folders of the server that integrations may read. */
  readonly folders: readonly string[];
  readonly egress: Egress;
}

/** Returns what reads the storage of an integration; undefined for tables, and for custom storage without a folder. */
export function openDriver(
  { type, root, config }: Pick<IntegrationRow, 'type' | 'root' | 'config'>,
  { secrets, folders, egress }: DriverParts,
): StorageDriver | undefined {
  switch (type) {
    case 5:
    case 6:
      return undefined;
    case 4: {
      const { folder } = config as FolderConfig;
      return folder === undefined ? undefined : new FolderDriver(folder, folders);
    }
    case 2:
      return new S3Driver(root, { ...(config as GoogleConfig), ...GOOGLE }, secrets() as S3Secrets, egress.agents());
    case 3:
      return new AzureDriver(root, config as AzureConfig, secrets() as AzureSecrets, egress.agents());
    case 8:
      return new WebDavDriver(config as WebDavConfig, secrets() as WebDavSecrets, egress);
    default:
      return new S3Driver(root, config as unknown as S3Config, secrets() as S3Secrets, egress.agents());
  }
}
