import type { PluginSwitch } from '#core/tenancy/common/index.ts';
import type { Manifest } from './manifest.ts';

/** Why a plugin is off. */
export type Because =
  | { readonly kind: 'operator' }
  | { readonly kind: 'withheld' }
  | { readonly kind: 'organization' }
  | { readonly kind: 'default' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'feature'; readonly feature: string }
  | { readonly kind: 'requirement'; readonly requires: string };

export interface Enablement {
  readonly enabled: boolean;
  /** Absent when enabled. */
  readonly because?: Because;
}

export interface EnablementRules {
  /** Plugins the operator left out of this installation. */
  readonly operatorOff: ReadonlySet<string>;
  /** Switches of the organization; a plugin without one follows its `enabledByDefault`. */
  readonly switches: Readonly<Record<string, PluginSwitch>>;
  /** Feature permissions of the organization; absent = on. */
  readonly features: Readonly<Record<string, boolean>>;
  /** Plugins from outside whose server half did not start. */
  readonly failed?: ReadonlySet<string>;
}

/**
 * Returns which plugins an organization has, and why not the others: operator ∩ organization ∩ plan feature ∩
 * requirements. Locked plugins are always on. Unknown requirements count as off.
 */
export function enablementOf(manifests: readonly Manifest[], rules: EnablementRules): ReadonlyMap<string, Enablement> {
  const byId = new Map(manifests.map(each => [each.id, each]));
  const known = new Map<string, Enablement>();

  const own = (manifest: Manifest): Because | undefined => {
    if (manifest.locked === true) return undefined;
    if (rules.failed?.has(manifest.id) === true) return { kind: 'failed' };
    if (rules.operatorOff.has(manifest.id)) return { kind: 'operator' };
    const choice = rules.switches[manifest.id];
    if (choice === 'withheld') return { kind: 'withheld' };
    if (choice === 'off') return { kind: 'organization' };
    if (choice === undefined && manifest.enabledByDefault === false) return { kind: 'default' };
    if (manifest.feature !== undefined && rules.features[manifest.feature] === false)
      return { kind: 'feature', feature: manifest.feature };
    return undefined;
  };

  const decide = (id: string): Enablement => {
    const done = known.get(id);
    if (done !== undefined) return done;
    const manifest = byId.get(id);
    if (manifest === undefined) return { enabled: false };
    let because = own(manifest);
    if (because === undefined) {
      const missing = manifest.requires?.find(each => !decide(each).enabled);
      if (missing !== undefined) because = { kind: 'requirement', requires: missing };
    }
    const answer: Enablement = because === undefined ? { enabled: true } : { enabled: false, because };
    known.set(id, answer);
    return answer;
  };

  for (const each of manifests) decide(each.id);
  return known;
}

/** One short sentence for the admin screen. */
export function reasonText(because: Because, titleOf: (id: string) => string): string {
  switch (because.kind) {
    case 'operator':
      return 'Left out by the operator of this installation';
    case 'withheld':
      return 'Blocked by the operator of this installation';
    case 'organization':
      return 'Switched off for this organization';
    case 'failed':
      return 'Did not start';
    case 'default':
      return 'Off unless switched on';
    case 'feature':
      return `Needs the feature “${because.feature}”`;
    case 'requirement':
      return `Needs ${titleOf(because.requires)}`;
  }
}
