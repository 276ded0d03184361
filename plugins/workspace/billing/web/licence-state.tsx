import { Badge } from '@mantine/core';
import type { JSX } from 'react';
import type { Licence } from '../common/api.ts';
import { messages } from './messages.ts';

/** The state of a licence, in a word and a colour. */
export function LicenceStateMark({ licence }: { readonly licence: Licence }): JSX.Element {
  const { state, trial_days_left: left } = licence;
  if (state === 'contract_ended')
    return (
      <Badge variant="light" color="red">
        {messages.states.contractEnded}
      </Badge>
    );
  if (state === 'trial_ended')
    return (
      <Badge variant="light" color="red">
        {messages.states.trialEnded}
      </Badge>
    );
  if (state === 'trial')
    return (
      <Badge variant="light" color="orange">
        {messages.states.trial(left ?? 0)}
      </Badge>
    );
  return (
    <Badge variant="light" color="green">
      {messages.states.active}
    </Badge>
  );
}
