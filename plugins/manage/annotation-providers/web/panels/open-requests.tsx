import { Button } from '@mantine/core';
import type { JSX } from 'react';
import { Link } from 'react-router-dom';
import { useTeam } from '#core/kernel/web/index.ts';
import { answersIn } from '../../common/request-states.ts';
import { messages } from '../messages.ts';
import { useReceivedRequests } from '../use-received-requests.ts';

/** In the top bar: the projects that wait for the person to accept or deliver them; nothing without one. */
export default function OpenRequests(): JSX.Element | null {
  const team = useTeam();
  const { data } = useReceivedRequests(team.id);
  const open = (data?.data ?? []).filter(each => answersIn(each.state).length > 0).length;
  if (open === 0) return null;
  return (
    <Button component={Link} to={`/t/${team.id}/provider-requests`} size="compact-sm" variant="light">
      {messages.openRequests.open(open)}
    </Button>
  );
}
