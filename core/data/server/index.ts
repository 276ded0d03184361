export { inBackground } from './background.ts';
export { dataMigrations, withOwnArea } from './data-migrations.ts';
export { Database, openDatabase } from './database.ts';
export type { DatabaseKind, DatabaseOptions } from './database.ts';
export {
  asDatabaseFault,
  asUniqueViolation,
  isRetryable,
  NestedTransaction,
  UniqueViolation,
} from './database-faults.ts';
export { silentLog } from './database-log.ts';
export type { DatabaseLog } from './database-log.ts';
export { migrationNames, pendingOf } from './migrate.ts';
export type { AppliedMigration, MigrateOptions, Migration, MigrationModules, MigrationSource } from './migrate.ts';
export { demandBelowLimit } from './row-limit.ts';
export type { RowLimit } from './row-limit.ts';
export { SystemDb, TenantDb } from './scoped-handle.ts';
export type { TransactionOptions } from './scoped-handle.ts';
export { closeTeam, lockTeam, lockTeamJobs, reopenTeam } from './team-lock.ts';
export {
  forceRowSecurity,
  shareTable,
  SYSTEM_ROLE,
  TENANT_ROLE,
  tenantTable,
  unprotectedTables,
  withAllRows,
} from './tenant-tables.ts';
export type { TablePrivilege } from './tenant-tables.ts';
export {
  beforeCommit,
  onCommit,
  outside as outsideTransaction,
  readingOnly,
  isInTransaction,
  transactionOf,
  withCommit,
} from './transactions.ts';
export { ENDING } from './lean-transactions.ts';
export { Jobs } from './jobs/jobs.ts';
export type { JobFilter, JobKind, JobRequest, JobsOptions } from './jobs/jobs.ts';
export type { JobHandler, JobRun } from './jobs/job-run.ts';
export { jobRows } from './jobs/job-table.ts';
export type { DataTables } from './jobs/job-table.ts';
export type { Job, JobError, JobProgress, JobState } from '../common/index.ts';
export { jobErrorOf } from './jobs/job-outcome.ts';
export { backup } from './backup/backup.ts';
export type { BackupSource } from './backup/backup.ts';
export type { BackupManifest } from './backup/backup-manifest.ts';
export { readBackupManifest } from './backup/backup-archive.ts';
export { replaceByBackup } from './backup/replace-by-backup.ts';
export { restore } from './backup/restore.ts';
export type { RestoreTarget } from './backup/restore.ts';
export { verifyBackup } from './backup/verify-backup.ts';
export { isBlobHash } from './blobs/blob-driver.ts';
export type { BlobDriver, BlobEntry, BlobHash, BlobSource, ByteRange, PutOptions } from './blobs/blob-driver.ts';
export { blobResponder } from './blobs/blob-request.ts';
export type { BlobAnswer, BlobRequest } from './blobs/blob-request.ts';
export { BlobUrls } from './blobs/blob-urls.ts';
export type { BlobGrant, BlobKey, BlobQuery, Verified } from './blobs/blob-urls.ts';
export { IncomingFiles } from './incoming-files.ts';
export type { IncomingFile } from './incoming-files.ts';
export { DiskBlobs } from './blobs/disk-blobs.ts';
export { fileSource } from './file-source.ts';
export type { DiskBlobsOptions } from './blobs/disk-blobs.ts';
export { KEYS_FILE, loadKeys, makeKeys, rotateBlobKey } from './keys.ts';
export type { Keys } from './keys.ts';
export { conditionSql, orderSql } from './query/query-condition.ts';
export type { FieldSource, QuerySource } from './query/query-source.ts';
export { openS3Blobs } from './blobs/open-s3-blobs.ts';
export type { S3BlobsOptions } from './blobs/s3-blobs.ts';
export { ZipWriter } from './zip/zip-writer.ts';
export { SecretBox } from './secret-box.ts';
export { parseByteRange } from './blobs/byte-range.ts';
export { disposition, servedType } from './blobs/content-types.ts';
