import { Fault } from '#core/base/common/index.ts';
import { storageFull } from './blob-driver.ts';

/** The parts of an error of the S3 library that describe the failure. */
interface StoreError {
  readonly name?: string;
  readonly code?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

const NO_OBJECT = new Set(['NoSuchKey', 'NotFound', 'NoSuchVersion']);
const FULL = new Set(['QuotaExceeded', 'InsufficientStorage', 'XMinioStorageFull', 'EntityTooLarge']);

/** True when the store answered that it has no such object; a missing bucket is not that. */
export function isAbsent(error: unknown): boolean {
  return NO_OBJECT.has((error as StoreError).name ?? '');
}

/** 503: the store cannot be used now. What it answered goes to the log by way of `cause`, never to the caller. */
export function storageFault(error: unknown): unknown {
  if (error instanceof Fault) return error;
  const { name = '', code, $metadata } = error as StoreError;
  if (FULL.has(name) || $metadata?.httpStatusCode === 507) return storageFull(error);
  return new Fault(
    'STORAGE_UNAVAILABLE',
    `The file storage can't be used at the moment (${code ?? name}). Try again in a few minutes.`,
    { status: 503, cause: error },
  );
}

const CURES: Readonly<Record<string, string>> = {
  NoSuchBucket: 'the bucket does not exist. Create it, or correct S3_BUCKET',
  InvalidAccessKeyId: 'the access key is not known there. Correct S3_ACCESS_KEY_ID',
  SignatureDoesNotMatch: 'the secret key is wrong. Correct S3_SECRET_ACCESS_KEY',
  AccessDenied:
    'the access key may not list and write the bucket. Give it the rights, or correct S3_ACCESS_KEY_ID and S3_BUCKET',
  CredentialsProviderError: 'there are no keys. Set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY',
  PermanentRedirect: 'the bucket is in another region. Correct S3_REGION or S3_ENDPOINT',
  AuthorizationHeaderMalformed: 'the bucket is in another region. Correct S3_REGION',
};

/** Why the server cannot start on this bucket, with what to correct. */
export function wrongStart(error: unknown, bucket: string, endpoint: string | undefined): Fault {
  const { name = '', code, $metadata } = error as StoreError;
  const place = `S3_BUCKET=${bucket}${endpoint === undefined ? '' : ` at S3_ENDPOINT=${endpoint}`}`;
  const status = $metadata?.httpStatusCode;
  const reason =
    CURES[name] ??
    (status === undefined
      ? `the server cannot be reached (${code ?? name}). Correct S3_ENDPOINT`
      : `it answers ${name} (${status})`);
  return new Fault('STORAGE_UNAVAILABLE', `${place} cannot be used for files: ${reason}.`, {
    status: 503,
    cause: error,
  });
}
