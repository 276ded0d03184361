import { isFault } from '#core/base/common/index.ts';
import type { Manifest } from './manifest.ts';
import { validateManifests } from './validate-manifests.ts';

/** Names that would put tables of a plugin among those of the server, or of PostgreSQL. */
const TAKEN = new Set([
  'admin',
  'auth',
  'tenancy',
  'kernel',
  'data',
  'pgboss',
  'public',
  'information-schema',
  'migrations',
]);

export interface Admission {
  /** Bundled and admitted ones, in order of requirement. */
  readonly manifests: readonly Manifest[];
  /** Id → why it was refused. */
  readonly refused: ReadonlyMap<string, string>;
}

const messageOf = (error: unknown): string => (isFault(error) ? error.message : String(error));

/**
 * Takes plugins from outside beside the bundled ones, which are checked first and must be right (`MANIFEST_INVALID` is
 * thrown for them). One that does not fit is refused with its reason, and so is what requires it; the others are not
 * touched.
 */
export function admitManifests(
  bundled: readonly Manifest[],
  outside: readonly Manifest[],
  isAction: (name: string) => boolean,
): Admission {
  const sound = validateManifests(bundled, isAction);
  const refused = new Map<string, string>();
  let waiting = [...outside]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .filter(each => {
      if (!TAKEN.has(each.id) && !each.id.startsWith('pg-')) return true;
      refused.set(each.id, `Plugin "${each.id}" has an id that the server keeps for itself`);
      return false;
    });
  try {
    return { manifests: validateManifests([...sound, ...waiting], isAction), refused };
  } catch {
    // At least one is wrong: they are tried one after another, so that the blame falls on that one.
  }
  let admitted = sound;
  for (let grew = true; grew;) {
    grew = false;
    const left: Manifest[] = [];
    for (const each of waiting) {
      try {
        admitted = validateManifests([...admitted, each], isAction);
        refused.delete(each.id);
        grew = true;
      } catch (error) {
        refused.set(each.id, messageOf(error));
        left.push(each);
      }
    }
    waiting = left;
  }
  for (const each of waiting) {
    const missing = each.requires?.find(id => refused.has(id));
    if (missing !== undefined) refused.set(each.id, `Plugin "${each.id}" requires "${missing}", which was refused`);
  }
  // Two of one id: the refusal is the second one's, and the first stays.
  for (const { id } of admitted) if (!sound.some(each => each.id === id)) refused.delete(id);
  return { manifests: admitted, refused };
}

/** A set of refused ids and all that require them, directly or through others. */
export function withDependents(manifests: readonly Manifest[], ids: ReadonlySet<string>): ReadonlySet<string> {
  const gone = new Set(ids);
  // In order of requirement: one pass meets a requirement before what requires it.
  for (const each of manifests) if (each.requires?.some(id => gone.has(id)) === true) gone.add(each.id);
  return gone;
}
