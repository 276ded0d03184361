import type { JSX } from 'react';
import { StatusChip } from '#core/ui/web/index.ts';
import type { Licence } from '../common/api.ts';
import { messages } from './messages.ts';

/** Shows the state of a licence, in a word and a colour. */
export function LicenceStateMark({ licence }: { readonly licence: Licence }): JSX.Element {
  const { state, trial_days_left: left } = licence;
  if (state === 'contract_ended')
    return <StatusChip label={messages.states.contractEnded} color="var(--loupe-danger)" />;
  if (state === 'trial_ended') return <StatusChip label={messages.states.trialEnded} color="var(--loupe-danger)" />;
  if (state === 'trial') return <StatusChip label={messages.states.trial(left ?? 0)} color="var(--loupe-warning)" />;
  return <StatusChip label={messages.states.active} color="var(--loupe-success)" />;
}
