import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { toast } from '#core/ui/web/index.ts';
import type { PipelineFile } from '../../common/pipeline-yaml.ts';
import { AutomationsClient, automationsKey } from '../automations-client.ts';
import { messages } from '../messages.ts';
import { VersionList } from '../version-list.tsx';

interface VersionsDialogProps {
  readonly opened: boolean;
  readonly pipelineId: number;
  readonly onLoad: (file: PipelineFile) => void;
  readonly onClose: () => void;
}

/** Versions of a pipeline; one of them can be loaded into the editor, to be looked at or saved again. */
export function VersionsDialog({ opened, pipelineId, onLoad, onClose }: VersionsDialogProps): JSX.Element {
  const { api } = useService(AutomationsClient);
  const team = useTeam();
  const versions = useQuery({
    queryKey: [...automationsKey(team.id), 'versions', pipelineId],
    queryFn: async () => (await api.listPipelineVersions({ params: { pipeline_id: pipelineId } })).data,
    enabled: opened,
  });
  const load = async (number: number): Promise<void> => {
    const { name, description, graph } = await api.getPipelineVersion({ params: { pipeline_id: pipelineId, number } });
    onLoad({ name, description, graph });
    onClose();
    toast(messages.versionsDialog.versionNumberIsLoaded(number));
  };
  return <VersionList opened={opened} versions={versions} onLoad={load} onClose={onClose} />;
}
