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

/** Days for which new invitations can be accepted; saved when the field is left. */
export function InvitationDays(): JSX.Element | undefined {
  const { care } = useService(TeamsClient);
  const team = useTeam();
  const queries = useQueryClient();
  const params = { team_id: team.id };
  const [typed, setTyped] = useState<string | number>();
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
  const save = (): void => {
    const days = Number(typed);
    if (typed === undefined || typed === '' || days === saved) setTyped(undefined);
    else saving.mutate(Math.min(Math.max(Math.round(days), 1), MOST_DAYS));
  };
  return (
    <NumberInput
      label={messages.invitationDays.invitationsWorkFor}
      description={messages.invitationDays.linksMadeFromNowOn}
      w={280}
      min={1}
      max={MOST_DAYS}
      allowDecimal={false}
      suffix={messages.invitationDays.days}
      value={typed ?? saved}
      error={saving.error === null ? undefined : errorText(saving.error)}
      onChange={value => {
        saving.reset();
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
