import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { useCan, useService } from '#core/kernel/web/index.ts';
import { countsAsPro } from '#core/tenancy/common/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { toast, toastError } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';
import { TeamsClient } from '../teams-client.ts';

/** Asks the operators of the installation by mail for a larger plan, where there is one. */
export function PlanRequest(): JSX.Element | undefined {
  const { api } = useService(TeamsClient);
  const { team } = useSnapshot(useService(TeamStore).state);
  const asks = useCan('UpdateTeam');
  const asking = useMutation({
    mutationFn: () => api.requestPlan({ body: {} }),
    onSuccess: ({ success, message }) => toast(message, { tone: success ? 'success' : 'error' }),
    onError: toastError,
  });
  if (team === undefined || !asks || countsAsPro(team.creator_plan)) return undefined;
  return (
    <Button variant="default" loading={asking.isPending} onClick={() => asking.mutate()}>
      {messages.planRequest.askForALargerPlan}
    </Button>
  );
}
