import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from '#core/api/common/index.ts';

const upgradeNote = z.object({
  /** Backup that was made before the upgrade. */
  backup: z.string(),
  /** Migrations that had run then, by schema. */
  schemas: z.record(z.string(), z.array(z.string())),
  /** True when the upgrade began maintenance, which ends with the next start. */
  maintenance: z.boolean(),
});

/** A prepared upgrade, kept in the data folder until a server has started. */
export type UpgradeNote = z.output<typeof upgradeNote>;

const NOTE = 'upgrade.json';
const FOLDER = 'backups';
const PREFIX = 'before-upgrade-';
/** Backups of upgrades that are kept. */
const KEPT = 3;

/** Returns the prepared upgrade of a data folder; undefined when there is none. */
export async function readUpgradeNote(dataDir: string): Promise<UpgradeNote | undefined> {
  const text = await readFile(join(dataDir, NOTE), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return upgradeNote.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Keeps a prepared upgrade. */
export async function writeUpgradeNote(dataDir: string, note: UpgradeNote): Promise<void> {
  await writeFile(join(dataDir, NOTE), `${JSON.stringify(note)}\n`, { mode: 0o600 });
}

/** Forgets the prepared upgrade; its backup stays. */
export async function removeUpgradeNote(dataDir: string): Promise<void> {
  await rm(join(dataDir, NOTE), { force: true });
}

/** Returns the path for a new backup, in a folder for the owner of the data folder only. */
export async function newBackupFile(dataDir: string): Promise<string> {
  const folder = join(dataDir, FOLDER);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return join(folder, `${PREFIX}${new Date().toISOString().replaceAll(/[:.]/g, '-')}.zip`);
}

/** Deletes the oldest backups of upgrades; other files of their folder stay. */
export async function removeOldBackups(dataDir: string): Promise<void> {
  const folder = join(dataDir, FOLDER);
  const names = (await readdir(folder)).filter(each => each.startsWith(PREFIX)).toSorted();
  for (const name of names.slice(0, -KEPT)) await rm(join(folder, name), { force: true });
}

/** Returns true when the backup of a prepared upgrade is there and was made of exactly these migrations. */
export async function isPrepared(
  { backup, schemas }: UpgradeNote,
  applied: ReadonlyMap<string, readonly string[]>,
): Promise<boolean> {
  const same =
    Object.keys(schemas).length === applied.size &&
    [...applied].every(([schema, names]) => schemas[schema]?.toString() === names.toString());
  return same && (await stat(backup).catch(() => undefined)) !== undefined;
}
