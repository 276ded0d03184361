import type { UseQueryResult } from '@tanstack/react-query';
import { useQuery } from '@tanstack/react-query';
import { useCan, useEmail, useService, useTeam } from '#core/kernel/web/index.ts';
import type { Schedule } from '../common/schedule.ts';
import { WorkScheduleClient } from './work-schedule-client.ts';

/** Schedules by member: everybody's for team admins, else the own one. */
export function useSchedules(): UseQueryResult<ReadonlyMap<number, Schedule>> {
  const { api } = useService(WorkScheduleClient);
  const team = useTeam();
  return useQuery({
    queryKey: ['workSchedules', team.id],
    queryFn: async () =>
      new Map((await api.listSchedules({ query: { limit: 2000 } })).data.map(each => [each.user_id, each])),
  });
}

/** Says of an e-mail whether the person keeps that schedule: team admins everybody's, others their own. */
export function useKeeps(): (email: string) => boolean {
  const admin = useCan('ChangeTeamUserRole');
  const own = useEmail();
  return email => admin || email === own;
}
