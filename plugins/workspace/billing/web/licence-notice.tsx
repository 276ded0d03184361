import { useState } from 'react';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { useService } from '#core/kernel/web/index.ts';
import type { Team } from '#core/tenancy/common/index.ts';
import { licenceState, trialDaysLeft } from '#core/tenancy/common/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { StatusChip, Tooltip } from '#core/ui/web/index.ts';
import { messages } from './messages.ts';

interface Notice {
  readonly label: string;
  readonly text: string;
  readonly color: string;
}

type Terms = Pick<Team, 'creator_trial_start_date' | 'creator_license_expired'>;

/**
 * Returns what people of a team should know of its licence at a moment; undefined while nothing is special.
 * `trialExpired` is what the server said since the terms were loaded.
 */
function noticeOf(
  { creator_trial_start_date: began, creator_license_expired: ended }: Terms,
  trialExpired: boolean,
  now: Date,
) {
  const trialStartedAt = began === null ? null : new Date(began);
  const days = trialDaysLeft(trialStartedAt, now) ?? 0;
  const notices: Readonly<Partial<Record<string, Notice>>> = {
    trial: {
      label: messages.states.trial(days),
      text: messages.licenceNotice.daysLeft(days),
      color: 'var(--loupe-warning)',
    },
    trial_ended: {
      label: messages.licenceNotice.readOnly,
      text: messages.licenceNotice.trialEnded,
      color: 'var(--loupe-danger)',
    },
    contract_ended: {
      label: messages.licenceNotice.readOnly,
      text: messages.licenceNotice.contractEnded,
      color: 'var(--loupe-danger)',
    },
  };
  if (trialExpired) return notices['trial_ended'];
  return notices[licenceState({ features: { contract_expired: ended }, trialStartedAt, expiresAt: null }, now)];
}

/** Shows the days left of a trial, or that nothing can be changed, at the top of every page. */
export default function LicenceNotice(): JSX.Element | undefined {
  const { team, trialExpired } = useSnapshot(useService(TeamStore).state);
  const [opened] = useState(() => new Date());
  const notice = team === undefined ? undefined : noticeOf(team, trialExpired, opened);
  if (notice === undefined) return undefined;
  return (
    <Tooltip label={notice.text}>
      <span tabIndex={0} role="note" aria-label={notice.text}>
        <StatusChip label={notice.label} color={notice.color} />
      </span>
    </Tooltip>
  );
}
