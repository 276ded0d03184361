import type { BackupManifest } from './backup-manifest.ts';
import type { RestoreTarget } from './restore.ts';
import { dropSchemas, restore } from './restore.ts';
import { verifyBackup } from './verify-backup.ts';

/**
 * Replaces all that the installation holds by a backup, which is verified before anything is deleted.
 * @throws what {@link restore} and {@link verifyBackup} throw.
 */
export async function replaceByBackup(file: string, target: RestoreTarget): Promise<BackupManifest> {
  await verifyBackup(file, target);
  await dropSchemas(target.database);
  return restore(file, target);
}
