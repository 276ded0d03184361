import { Button, Skeleton, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { ErrorPanel, longDate, Modal, toast, toastError } from '#core/ui/web/index.ts';
import type { PipelineFile } from '../../common/pipeline-yaml.ts';
import { AutomationsClient, automationsKey } from '../automations-client.ts';
import { messages } from '../messages.ts';

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
  return (
    <Modal opened={opened} onClose={onClose} title={messages.shared.versions} size="lg">
      {versions.error === null ? undefined : (
        <ErrorPanel error={versions.error} onRetry={() => void versions.refetch()} />
      )}
      {versions.isPending ? <Skeleton h={120} /> : undefined}
      <Table layout="fixed">
        <Table.Tbody>
          {versions.data?.map(each => (
            <Table.Tr key={each.version}>
              <Table.Td w={110}>
                <Text fw={500}>{messages.versionsDialog.version(each.version)}</Text>
              </Table.Td>
              <Table.Td>
                <Text size="sm" truncate title={each.author}>
                  {each.author}
                </Text>
              </Table.Td>
              <Table.Td w={180}>
                <Text size="sm" c="var(--loupe-muted)">
                  {longDate(each.createdAt)}
                </Text>
              </Table.Td>
              <Table.Td w={90}>
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={messages.versionsDialog.loadVersion(each.version)}
                  onClick={() => void load(each.version).catch(toastError)}
                >
                  {messages.versionsDialog.load}
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
