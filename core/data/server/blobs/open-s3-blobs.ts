import type { S3Blobs, S3BlobsOptions } from './s3-blobs.ts';

/**
 * `S3Blobs.open`, whose library is loaded only where blobs are kept in a bucket.
 * @throws Fault STORAGE_UNAVAILABLE that says what to correct.
 */
export async function openS3Blobs(options: S3BlobsOptions): Promise<S3Blobs> {
  return (await import('./s3-blobs.ts')).S3Blobs.open(options);
}
