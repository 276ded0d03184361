import type { FeatureSwitches } from '#core/permissions/common/index.ts';

/** Days a trial lasts. */
export const TRIAL_DAYS = 14;
const DAY_MS = 86_400_000;

/** Terms that decide whether an organization may still change its data. */
export interface LicenceTerms {
  readonly features: FeatureSwitches;
  /** Null while the organization is not on trial. */
  readonly trialStartedAt: Date | null;
  /** Null for a licence without an end. */
  readonly expiresAt: Date | null;
}

/** `contract_ended` and `trial_ended` leave sign-in, viewing and export. */
export type LicenceState = 'active' | 'trial' | 'trial_ended' | 'contract_ended';

/** Plans that have what Pro has: Pro and Enterprise. */
const PRO_PLANS: ReadonlySet<number> = new Set([1, 3]);

/** Returns whether a plan counts as Pro: Free and Starter do not. */
export const countsAsPro = (plan: number): boolean => PRO_PLANS.has(plan);

/** Days left of a trial: 14 less the whole days that have passed, -1 once it is over; undefined without a trial. */
export function trialDaysLeft(startedAt: Date | null, now: Date): number | undefined {
  if (startedAt === null) return undefined;
  const passed = Math.floor((now.getTime() - startedAt.getTime()) / DAY_MS);
  return passed >= TRIAL_DAYS ? -1 : TRIAL_DAYS - passed;
}

/** Returns the state of a licence at a moment. A contract that an operator ended wins over dates. */
export function licenceState({ features, trialStartedAt, expiresAt }: LicenceTerms, now: Date): LicenceState {
  if (features['contract_expired'] === true || (expiresAt !== null && expiresAt <= now)) return 'contract_ended';
  const left = trialDaysLeft(trialStartedAt, now);
  return left === undefined ? 'active' : left < 0 ? 'trial_ended' : 'trial';
}
