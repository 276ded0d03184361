import { Button, Skeleton, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { ErrorPanel, longDate, Modal, toast, toastError } from '#core/ui/web/index.ts';
import type { ActionCode } from '../../common/custom-action.ts';
import { AutomationsClient, automationsKey } from '../automations-client.ts';
import { messages } from '../messages.ts';

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
  return (
    <Modal opened onClose={onClose} title={messages.shared.versions} size="lg">
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
