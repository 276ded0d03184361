import type { Maintenance } from '#core/maintenance/server/index.ts';
import { readUpgradeNote, removeUpgradeNote } from './upgrade-note.ts';

/** Ends the maintenance that an upgrade began, once a server has started. */
export async function finishUpgrade(dataDir: string, maintenance: Maintenance): Promise<void> {
  const note = await readUpgradeNote(dataDir);
  if (note === undefined) return;
  if (note.maintenance) await maintenance.end();
  await removeUpgradeNote(dataDir);
}
