import { NumberInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { errorText, toast } from '#core/ui/web/index.ts';
import { teamKeys } from '../../common/query-keys.ts';
import { messages } from '../messages.ts';
import { TeamsClient } from '../teams-client.ts';

const MOST_DAYS = 90;

/** Days for which new invitations can be accepted; saved when the field is left, if they are within the limits. */
export function InvitationDays(): JSX.Element | undefined {
  const { care } = useService(TeamsClient);
  const team = useTeam();
  const queries = useQueryClient();
  const params = { team_id: team.id };
  const [typed, setTyped] = useState<string | number>();
  const [left, setLeft] = useState(false);
  const settings = useQuery({ queryKey: teamKeys.settings(team.id), queryFn: () => care.getTeamSettings({ params }) });
  const saving = useMutation({
    mutationFn: (days: number) => care.putTeamSettings({ params, body: { invitation_days: days } }),
    onSuccess: saved => {
      queries.setQueryData(teamKeys.settings(team.id), saved);
      setTyped(undefined);
      toast(messages.detailsPage.allSet, { tone: 'success' });
    },
  });
  if (settings.data === undefined) return undefined;
  const saved = settings.data.invitation_days;
  const days = Number(typed ?? saved);
  const fits = typed !== '' && days >= 1 && days <= MOST_DAYS;
  const save = (): void => {
    setLeft(true);
    if (!fits) return;
    if (days === saved) setTyped(undefined);
    else saving.mutate(days);
  };
  const problem = left && !fits ? messages.invitationDays.limits(MOST_DAYS) : undefined;
  return (
    <NumberInput
      label={messages.invitationDays.invitationsWorkFor}
      description={messages.invitationDays.linksMadeFromNowOn}
      w={280}
      min={1}
      max={MOST_DAYS}
      allowDecimal={false}
      clampBehavior="none"
      suffix={messages.invitationDays.days}
      value={typed ?? saved}
      error={problem ?? (saving.error === null ? undefined : errorText(saving.error))}
      onChange={value => {
        saving.reset();
        setLeft(false);
        setTyped(value);
      }}
      onBlur={save}
      onKeyDown={event => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        save();
      }}
    />
  );
}
