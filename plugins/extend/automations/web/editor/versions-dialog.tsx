import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { toast } from '#core/ui/web/index.ts';
import type { PipelineFile } from '../../common/pipeline-yaml.ts';
import { writePipelineYaml } from '../../common/pipeline-yaml.ts';
import { AutomationsClient, automationsKey } from '../automations-client.ts';
import { messages } from '../messages.ts';
import { VersionList } from '../version-list.tsx';

interface VersionsDialogProps {
  readonly opened: boolean;
  readonly pipelineId: number;
  /** The pipeline in the editor. */
  readonly present: PipelineFile;
  readonly onLoad: (file: PipelineFile) => void;
  readonly onClose: () => void;
}

/**
 * Versions of a pipeline: each can be compared with what is in the editor, and loaded into it, to be looked at or saved
 * again.
 */
export function VersionsDialog({ opened, pipelineId, present, onLoad, onClose }: VersionsDialogProps): JSX.Element {
  const { api } = useService(AutomationsClient);
  const team = useTeam();
  const versions = useQuery({
    queryKey: [...automationsKey(team.id), 'versions', pipelineId],
    queryFn: async () => (await api.listPipelineVersions({ params: { pipeline_id: pipelineId } })).data,
    enabled: opened,
  });
  const version = async (number: number): Promise<PipelineFile> => {
    const { name, description, graph } = await api.getPipelineVersion({ params: { pipeline_id: pipelineId, number } });
    return { name, description, graph };
  };
  const load = async (number: number): Promise<void> => {
    onLoad(await version(number));
    onClose();
    toast(messages.versionsDialog.versionNumberIsLoaded(number));
  };
  const texts = {
    now: writePipelineYaml(present),
    of: async (number: number) => writePipelineYaml(await version(number)),
  };
  return <VersionList opened={opened} versions={versions} onLoad={load} texts={texts} onClose={onClose} />;
}
