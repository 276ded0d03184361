import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { toast } from '#core/ui/web/index.ts';
import type { ActionCode } from '../../common/custom-action.ts';
import { AutomationsClient, automationsKey } from '../automations-client.ts';
import { messages } from '../messages.ts';
import { VersionList } from '../version-list.tsx';

interface ActionVersionsProps {
  readonly taskId: number;
  readonly onLoad: (settings: ActionCode) => void;
  readonly onClose: () => void;
}

/** Deployed versions of an action; one of them can be loaded into the editor. */
export function ActionVersions({ taskId, onLoad, onClose }: ActionVersionsProps): JSX.Element {
  const { actions } = useService(AutomationsClient);
  const team = useTeam();
  const versions = useQuery({
    queryKey: [...automationsKey(team.id), 'action versions', taskId],
    queryFn: async () => (await actions.listCustomTaskVersions({ params: { custom_task_id: taskId } })).data,
  });
  const load = async (number: number): Promise<void> => {
    const { settings } = await actions.getCustomTaskVersion({ params: { custom_task_id: taskId, number } });
    onLoad(settings);
    onClose();
    toast(messages.actionVersions.versionIsLoaded(number));
  };
  return <VersionList opened versions={versions} onLoad={load} onClose={onClose} />;
}
