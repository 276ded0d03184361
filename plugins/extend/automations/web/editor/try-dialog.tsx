import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { Icon, Modal, toast, toastError, useOnceAtATime } from '#core/ui/web/index.ts';
import type { DryRunResult } from '../../common/dry-run.ts';
import { eventTypeOf } from '../../common/event-types.ts';
import type { PipelineGraph } from '../../common/pipeline.ts';
import { titleOf } from '../../common/validate-pipeline.ts';
import { AutomationsClient } from '../automations-client.ts';
import { messages as texts } from '../messages.ts';
import { DryRunTable } from './dry-run-table.tsx';
import { ItemChooser } from './item-chooser.tsx';

interface TryDialogProps {
  readonly opened: boolean;
  readonly graph: PipelineGraph;
  /** Id of the pipeline when it is saved as shown, and enabled. */
  readonly pipelineId: number | undefined;
  readonly projects: readonly { readonly id: number; readonly name: string }[];
  readonly onClose: () => void;
}

/** Tries the pipeline on chosen items: shows what it would change, and makes exactly these changes on demand. */
export function TryDialog({ opened, onClose, ...rest }: TryDialogProps): JSX.Element {
  return (
    <Modal opened={opened} onClose={onClose} title={texts.shared.dryRun} size="xl">
      {opened ? <TryForm onClose={onClose} {...rest} /> : undefined}
    </Modal>
  );
}

function TryForm({ graph, pipelineId, projects, onClose }: Omit<TryDialogProps, 'opened'>): JSX.Element {
  const { api } = useService(AutomationsClient);
  const events = graph.nodes.filter(each => each.kind === 'event' && eventTypeOf(each.type)?.subject === 'item');
  const [event, setEvent] = useState(events[0]?.id ?? null);
  const [project, setProject] = useState<number>();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [result, setResult] = useState<DryRunResult>();
  const tried = { graph, node_id: event ?? '', project_id: project ?? 0, item_ids: [...chosen] };
  const attempt = useMutation({ mutationFn: (work: () => Promise<void>) => work(), onError: toastError });
  const attemptOnce = useOnceAtATime(attempt);
  const nameOfNode = (id: string): string => {
    const node = graph.nodes.find(each => each.id === id);
    return node === undefined ? id : titleOf(node);
  };

  if (events.length === 0) return <Text>{texts.tryDialog.onlyPipelinesWithAnEvent}</Text>;
  return (
    <Stack gap="md">
      <Select
        label={texts.shared.event}
        data={events.map(each => ({ value: each.id, label: `${titleOf(each)} (${each.id})` }))}
        value={event}
        allowDeselect={false}
        onChange={next => {
          setEvent(next);
          setResult(undefined);
        }}
      />
      <ItemChooser
        projects={projects}
        project={project}
        chosen={chosen}
        onChange={(next, items) => {
          setProject(next);
          setChosen(items);
          setResult(undefined);
        }}
      />
      {result === undefined ? undefined : (
        <>
          <DryRunTable result={result} projectId={tried.project_id} nameOfNode={nameOfNode} />
          {result.notes.some(each => each.outcome === 'not_sent') ? (
            <Alert color="blue" p="xs">
              {texts.tryDialog.applyMakesTheChangesAbove}
            </Alert>
          ) : undefined}
        </>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {texts.tryDialog.close}
        </Button>
        {pipelineId === undefined || events.find(each => each.id === event)?.type !== 'item fired' ? undefined : (
          <Button
            variant="default"
            loading={attempt.isPending}
            disabled={chosen.size === 0}
            leftSection={<Icon name="play" size={14} />}
            onClick={() =>
              attemptOnce(async () => {
                const { node_id, project_id, item_ids } = tried;
                await api.fireTrigger({ body: { pipeline_id: pipelineId, node_id, project_id, item_ids } });
                toast(texts.tryDialog.pipelineRuns, { tone: 'success' });
                onClose();
              })
            }
          >
            {texts.tryDialog.runPipeline}
          </Button>
        )}
        <Button
          variant={result === undefined ? 'filled' : 'default'}
          loading={attempt.isPending}
          disabled={chosen.size === 0 || event === null}
          onClick={() => attemptOnce(async () => setResult(await api.dryRunPipeline({ body: tried })))}
        >
          {texts.tryDialog.runWithoutChanges}
        </Button>
        {result === undefined || result.changes.length === 0 ? undefined : (
          <Button
            loading={attempt.isPending}
            onClick={() =>
              attemptOnce(async () => {
                const { changes } = await api.applyDryRun({ body: { ...tried, digest: result.digest } });
                toast(texts.tryDialog.appliedCountChanges(changes.length), { tone: 'success' });
                onClose();
              })
            }
          >
            {texts.tryDialog.applyCountChanges(result.changes.length)}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
