import type { LicenceState, Team } from '#core/tenancy/common/index.ts';
import { licenceState } from '#core/tenancy/common/index.ts';

/** Facts of a team about the licence of its organization. */
export type LicenceTerms = Pick<Team, 'creator_trial_start_date' | 'creator_license_expired'>;

/**
 * Returns the state of a team's licence at a moment.
 * @param expiredTrial beginning of the trial for which the server refused a call: it has ended, whatever this clock says
 */
export function teamLicence(
  { creator_trial_start_date: began, creator_license_expired: ended }: LicenceTerms,
  expiredTrial: string | undefined,
  now: Date,
): LicenceState {
  const trialStartedAt = began === null ? null : new Date(began);
  const state = licenceState({ features: { contract_expired: ended }, trialStartedAt, expiresAt: null }, now);
  return state === 'trial' && began === expiredTrial ? 'trial_ended' : state;
}
