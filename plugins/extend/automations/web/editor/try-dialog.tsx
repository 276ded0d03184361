import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { Icon, Modal, SearchBox, toast, toastError, useDebounced } from '#core/ui/web/index.ts';
import type { DryRunResult } from '../../common/dry-run.ts';
import { eventTypeOf } from '../../common/event-types.ts';
import type { PipelineGraph } from '../../common/pipeline.ts';
import { titleOf } from '../../common/validate-pipeline.ts';
import { AutomationsClient } from '../automations-client.ts';
import { messages as texts } from '../messages.ts';
import { DryRunTable } from './dry-run-table.tsx';
import classes from './editor.module.css';

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
  const { api, items } = useService(AutomationsClient);
  const events = graph.nodes.filter(each => each.kind === 'event' && eventTypeOf(each.type)?.subject === 'item');
  const [event, setEvent] = useState(events[0]?.id ?? null);
  const [project, setProject] = useState<number>();
  const [search, setSearch] = useState('');
  const name = useDebounced(search, 200);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [result, setResult] = useState<DryRunResult>();
  const [busy, setBusy] = useState(false);
  const listed = useQuery({
    queryKey: ['automations', 'items', project, name],
    queryFn: () =>
      items.listItems({
        params: { project_id: project! },
        query: { limit: 50, sort: 'name', ...(name === '' ? {} : { name }) },
      }),
    enabled: project !== undefined,
  });
  const tried = { graph, node_id: event ?? '', project_id: project ?? 0, item_ids: [...chosen] };
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    await work().catch(toastError);
    setBusy(false);
  };
  const nameOfNode = (id: string): string => {
    const node = graph.nodes.find(each => each.id === id);
    return node === undefined ? id : titleOf(node);
  };

  if (events.length === 0) return <Text>{texts.tryDialog.onlyPipelinesWithAnEvent}</Text>;
  return (
    <Stack gap="md">
      <Group grow align="flex-start">
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
        <Select
          label={texts.tryDialog.project}
          searchable
          placeholder={texts.shared.choose}
          data={projects.map(each => ({ value: String(each.id), label: each.name }))}
          value={project === undefined ? null : String(project)}
          onChange={next => {
            setProject(next === null ? undefined : Number(next));
            setChosen(new Set());
            setResult(undefined);
          }}
        />
      </Group>
      {project === undefined ? (
        <Text c="var(--loupe-muted)">{texts.tryDialog.chooseAProjectToSee}</Text>
      ) : (
        <Stack gap="xs">
          <Group justify="space-between">
            <Text fw={500}>{texts.tryDialog.itemsCountChosen(chosen.size)}</Text>
            <SearchBox value={search} onChange={setSearch} label={texts.tryDialog.searchItems} />
          </Group>
          <div className={classes['items']}>
            {listed.data?.data.map(each => (
              <Checkbox
                key={each.id}
                py={3}
                label={each.name}
                checked={chosen.has(each.id)}
                onChange={change => {
                  const next = new Set(chosen);
                  next[change.currentTarget.checked ? 'add' : 'delete'](each.id);
                  setChosen(next);
                  setResult(undefined);
                }}
              />
            ))}
            {listed.data?.data.length === 0 ? (
              <Text c="var(--loupe-muted)">{texts.tryDialog.noItemMatches}</Text>
            ) : undefined}
          </div>
        </Stack>
      )}
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
            loading={busy}
            disabled={chosen.size === 0}
            leftSection={<Icon name="play" size={14} />}
            onClick={() =>
              void attempt(async () => {
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
          loading={busy}
          disabled={chosen.size === 0 || event === null}
          onClick={() => void attempt(async () => setResult(await api.dryRunPipeline({ body: tried })))}
        >
          {texts.tryDialog.runWithoutChanges}
        </Button>
        {result === undefined || result.changes.length === 0 ? undefined : (
          <Button
            loading={busy}
            onClick={() =>
              void attempt(async () => {
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
