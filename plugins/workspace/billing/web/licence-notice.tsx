import { useState } from 'react';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { useService } from '#core/kernel/web/index.ts';
import { trialDaysLeft } from '#core/tenancy/common/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { StatusChip, Tooltip } from '#core/ui/web/index.ts';
import type { LicenceTerms } from '../common/team-licence.ts';
import { teamLicence } from '../common/team-licence.ts';
import { BillingClient } from './billing-client.ts';
import { messages } from './messages.ts';

interface Notice {
  readonly label: string;
  readonly text: string;
  readonly color: string;
}

/** Returns what people of a team should know of its licence at a moment; undefined while nothing is special. */
function noticeOf(terms: LicenceTerms, expiredTrial: string | undefined, now: Date): Notice | undefined {
  const { creator_trial_start_date: began } = terms;
  const days = trialDaysLeft(began === null ? null : new Date(began), now) ?? 0;
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
  return notices[teamLicence(terms, expiredTrial, now)];
}

/** Shows the days left of a trial, or that nothing can be changed, at the top of every page. */
export default function LicenceNotice(): JSX.Element | undefined {
  const { team } = useSnapshot(useService(TeamStore).state);
  const { expiredTrial } = useSnapshot(useService(BillingClient).state);
  const [opened] = useState(() => new Date());
  const notice = team === undefined ? undefined : noticeOf(team, expiredTrial, opened);
  if (notice === undefined) return undefined;
  return (
    <Tooltip label={notice.text}>
      <span tabIndex={0} role="note" aria-label={notice.text}>
        <StatusChip label={notice.label} color={notice.color} />
      </span>
    </Tooltip>
  );
}
