import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { Fault, isFault } from '#core/base/common/index.ts';
import { backup, pendingOf, readBackupManifest, verifyBackup, withOwnArea } from '#core/data/server/index.ts';
import type { BackupManifest, MigrationSource } from '#core/data/server/index.ts';
import type { Command, CommandServices } from '../command-line.ts';
import { askControl } from '../control-socket.ts';
import { installedMigrations } from '../migration-sources.ts';
import { productVersion } from '../product-version.ts';
import { newBackupFile, removeOldBackups, writeUpgradeNote } from './upgrade-note.ts';

/** Longest wait for a server that was asked to stop, and time between two looks, in milliseconds. */
const STOP_MS = 60_000;
const LOOK_MS = 20;
/** Expected time without a server, in milliseconds: pages ask more often around its end. */
const EXPECTED_MS = 15_000;
const MESSAGE = 'Loupe is being upgraded. Your work is kept; this page returns by itself.';

/**
 * `upgrade`: backs the database up while the server runs, and rehearses the migrations of this version on a restored
 * copy. With `--stop` the server is stopped and the database migrated.
 */
export const upgrade: Command = async (services, line) => {
  const { dataDir } = services.configuration;
  const areas = await installedMigrations(services.configuration);
  const file = await newBackupFile(dataDir);
  const serverRuns = await writeBackup(services, file);
  const manifest = await readBackupManifest(file);
  const pending = pendingOf(new Map(Object.entries(manifest.schemas)), withOwnArea(areas));
  if (pending.length === 0) {
    await rm(file, { force: true });
    return { text: 'The database is up to date. Restart the server to run this version.', data: { migrations: [] } };
  }
  await verifyBackup(file, { folder: dataDir, areas });
  await removeOldBackups(dataDir);
  const data = { backup: file, rows: rowsOf(manifest), migrations: pending };
  if (line.options['stop'] !== true) {
    await writeUpgradeNote(dataDir, { backup: file, schemas: manifest.schemas, maintenance: false });
    return {
      text: `${pending.length} migrations ran on a copy of the database. Stop the server and start this version.\nBackup: ${file}`,
      data,
    };
  }
  await writeUpgradeNote(dataDir, { backup: file, schemas: manifest.schemas, maintenance: serverRuns });
  if (serverRuns) await stopServer(dataDir);
  await migrate(services, areas);
  return { text: `${pending.length} migrations ran. Start this version of the server.\nBackup: ${file}`, data };
};

/** Writes rows and keys, by the running server where there is one; answers whether there is. */
async function writeBackup(services: CommandServices, file: string): Promise<boolean> {
  const { dataDir } = services.configuration;
  const answered = await askControl(dataDir, ['backup', file, '--without-files']).catch((error: unknown) => {
    if (!isFault(error) || error.code !== 'USAGE') throw error;
    throw new Fault(
      'SERVER_OLDER',
      'The running server is too old to be upgraded this way. Stop it, and start this version.',
    );
  });
  if (answered !== undefined) return true;
  const { database, blobs } = await services.stores();
  const source = { database, blobs, keys: await services.keys(), version: await productVersion(), files: false };
  await backup(source, file);
  return false;
}

/** Lets pages save their drafts and cover themselves, then has the server finish what it does and waits for its end. */
async function stopServer(dataDir: string): Promise<void> {
  const until = new Date(Date.now() + EXPECTED_MS).toISOString();
  await askControl(dataDir, ['maintenance', 'on', '--message', MESSAGE, '--until', until]);
  const stopping = await askControl(dataDir, ['stop']);
  const { pid } = (stopping?.data ?? {}) as { readonly pid?: number };
  for (let waited = 0; pid !== undefined && isAlive(pid); waited += LOOK_MS) {
    if (waited > STOP_MS)
      throw new Fault('SERVER_RUNNING', `The server (process ${pid}) does not stop. End it, then start this version.`);
    await pause(LOOK_MS);
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function migrate(services: CommandServices, areas: readonly MigrationSource[]): Promise<void> {
  try {
    await (await services.stores()).database.migrate(areas);
  } catch (error) {
    if (!isFault(error) || error.code !== 'MIGRATION_FAILED') throw error;
    throw new Fault(error.code, `${error.message}\nThe database is as it was. Start the version before again.`, {
      cause: error,
    });
  }
}

const rowsOf = ({ tables }: BackupManifest): number => tables.reduce((sum, each) => sum + each.rows, 0);
