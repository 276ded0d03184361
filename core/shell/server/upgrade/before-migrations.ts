import { isFault } from '#core/base/common/index.ts';
import type { BackupSource, MigrateOptions } from '#core/data/server/index.ts';
import { backup, verifyBackup } from '#core/data/server/index.ts';
import type { Configuration } from '../configuration.ts';
import { installedMigrations } from '../migration-sources.ts';
import type { OpenedStores } from '../open-resources.ts';
import { productVersion } from '../product-version.ts';
import { isPrepared, newBackupFile, readUpgradeNote, removeOldBackups } from './upgrade-note.ts';

/**
 * Returns the step before the migrations of a start: a backup of rows and keys, proven by a restore into a scratch
 * database with all pending migrations. A backup that `upgrade` made of the same state takes its place.
 */
export function beforeMigrations(
  configuration: Pick<Configuration, 'dataDir' | 'pluginsDir' | 'upgradeBackup'>,
  opening: Promise<Omit<OpenedStores, 'incoming'>>,
): NonNullable<MigrateOptions['before']> {
  const { dataDir } = configuration;
  return async (pending, applied) => {
    if (!configuration.upgradeBackup) return;
    const note = await readUpgradeNote(dataDir);
    if (note !== undefined && (await isPrepared(note, applied))) return;
    const { database, blobs, keys, log } = await opening;
    const file = await newBackupFile(dataDir);
    log.info({ file, migrations: pending.length }, 'backing up before the upgrade of the database');
    const source: BackupSource = { database, blobs, keys, version: await productVersion(), files: false };
    await backup(source, file);
    try {
      await verifyBackup(file, { folder: dataDir, areas: await installedMigrations(configuration) });
    } catch (error) {
      // Tables of a plugin that was removed cannot be restored by this version; they are no reason against a start.
      if (!isFault(error) || error.code !== 'BACKUP_UNFIT') throw error;
      log.warn({ file, reason: error.message }, 'the backup could not be tried');
    }
    await removeOldBackups(dataDir);
  };
}
