/** A stored version, newest first in lists. */
export interface ListedVersion {
  readonly revision: number;
  readonly updatedBy: string;
}

/**
 * The version that shows what the last round of work changed: the newest one before the run of saves by whoever saved
 * last, or before one's own when one has saved since. The oldest when one person made them all; undefined when there is
 * none to go back to.
 * @param versions newest first
 */
export function versionBefore<V extends ListedVersion>(versions: readonly V[]): V | undefined {
  const [newest] = versions;
  if (newest === undefined) return undefined;
  return (
    versions.find(each => each.updatedBy !== newest.updatedBy) ?? (versions.length > 1 ? versions.at(-1) : undefined)
  );
}
