import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { ErrorPanel, errorText, Modal, toast } from '#core/ui/web/index.ts';
import { itemKeys } from '#plugins/workspace/items/common/index.ts';
import { projectKeys } from '#plugins/workspace/projects/common/index.ts';
import { workflowKeys } from '../common/query-keys.ts';
import type { StatusMove } from '../common/status-moves.ts';
import { MigrationProgress } from './migration-progress.tsx';
import { ImpactPanel } from './impact-panel.tsx';
import { allMapped, lostStatuses } from './lost-statuses.ts';
import { messages } from './messages.ts';
import { itemsText } from './usage-text.ts';
import { WorkflowAdmin } from './workflow-admin.ts';

interface ChangeWorkflowDialogProps {
  readonly opened: boolean;
  readonly projectId: number;
  /** The workflow the project has. */
  readonly current: number;
  readonly onClose: () => void;
}

/** Gives a project another workflow, after showing what that means and asking where items go. */
export function ChangeWorkflowDialog(props: ChangeWorkflowDialogProps): JSX.Element {
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={messages.shared.changeWorkflow} size="lg">
      {props.opened ? <ChangeForm {...props} /> : undefined}
    </Modal>
  );
}

function ChangeForm({ projectId, current, onClose }: ChangeWorkflowDialogProps): JSX.Element {
  const { workflows, changes } = useService(WorkflowAdmin);
  const team = useTeam();
  const queries = useQueryClient();
  const [target, setTarget] = useState<number>();
  const [moves, setMoves] = useState<readonly StatusMove[]>([]);
  const list = useQuery({
    queryKey: ['workflow', 'list', team.id],
    queryFn: async () => (await workflows.listWorkflows()).data,
  });
  const impact = useQuery({
    queryKey: ['workflow', 'impact', projectId, target],
    queryFn: () =>
      changes.previewProjectWorkflow({ params: { project_id: projectId }, query: { workflow_id: target! } }),
    enabled: target !== undefined,
    staleTime: 0,
    gcTime: 0,
  });
  const statuses = useQuery({
    queryKey: ['workflow', 'statuses of', target],
    queryFn: async () => (await workflows.workflowStatuses({ params: { workflow_id: target! } })).data,
    enabled: target !== undefined,
  });
  const changing = useMutation({
    mutationFn: async () => {
      const { moved } = await changes.setProjectWorkflow({
        params: { project_id: projectId },
        body: { workflow_id: target!, status_moves: [...moves] },
      });
      for (const queryKey of [projectKeys.all, workflowKeys.all, itemKeys.all])
        await queries.invalidateQueries({ queryKey });
      toast(
        moved === 0
          ? messages.changeWorkflowDialog.workflowIsChanged
          : messages.changeWorkflowDialog.workflowIsChangedItems(itemsText(moved)),
        { tone: 'success' },
      );
      onClose();
    },
    onError: async () => {
      // What speaks against it may be that items moved meanwhile.
      await impact.refetch();
    },
  });
  const failed = list.error ?? impact.error ?? statuses.error;
  if (failed !== null)
    return (
      <ErrorPanel
        error={failed}
        onRetry={() => {
          for (const each of [list, impact, statuses]) if (each.error !== null) void each.refetch();
        }}
      />
    );
  const moving = impact.data === undefined ? 0 : lostStatuses(impact.data).reduce((sum, each) => sum + each.items, 0);

  return (
    <Stack gap="md">
      <Select
        label={messages.shared.newWorkflow}
        placeholder={messages.changeWorkflowDialog.chooseAWorkflow}
        searchable
        allowDeselect={false}
        data-autofocus
        value={target === undefined ? null : String(target)}
        data={(list.data ?? [])
          .filter(each => each.id !== current)
          .map(each => ({ value: String(each.id), label: each.name }))}
        nothingFoundMessage={messages.changeWorkflowDialog.noSuchWorkflow}
        onChange={value => {
          setTarget(value === null ? undefined : Number(value));
          setMoves([]);
          if (changing.isError) changing.reset();
        }}
      />
      {target === undefined ? (
        <Text c="var(--loupe-muted)">{messages.changeWorkflowDialog.youSeeWhatItMeans}</Text>
      ) : undefined}
      {target !== undefined && (impact.data === undefined || statuses.data === undefined) ? (
        <Skeleton h={120} />
      ) : undefined}
      {impact.data === undefined || statuses.data === undefined ? undefined : (
        <ImpactPanel impact={impact.data} targets={statuses.data} moves={moves} onMoves={setMoves} />
      )}
      {changing.isPending && moving > 0 ? <MigrationProgress moving={moving} /> : undefined}
      {changing.error === null ? undefined : (
        <Alert p="xs" color="red" role="alert">
          {errorText(changing.error)}
        </Alert>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" disabled={changing.isPending} onClick={onClose}>
          {messages.shared.cancel}
        </Button>
        <Button
          loading={changing.isPending}
          disabled={impact.data === undefined || !allMapped(impact.data, moves)}
          onClick={() => changing.mutate()}
        >
          {moving === 0
            ? messages.shared.changeWorkflow
            : messages.changeWorkflowDialog.changeAndMoveItemsText(itemsText(moving))}
        </Button>
      </Group>
    </Stack>
  );
}
