import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { JobProgress, useJob, useService } from '#core/kernel/web/index.ts';
import { ErrorPanel, errorText, Modal } from '#core/ui/web/index.ts';
import { DropTarget, SendingFile, useFileSender } from '#plugins/exchange/exchange/web/kit/index.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import { EvaluationClient } from '../evaluation-client.ts';
import { messages } from '../messages.ts';
import { evaluationKey } from '../use-evaluation.ts';
import { PredictionPreview } from './prediction-preview.tsx';

/** Characters of the name of a set. */
const MOST_NAME = 120;

interface ImportProps {
  readonly opened: boolean;
  /** A set that was sent before; absent for a new one. */
  readonly setId: number | undefined;
  readonly onSent: (id: number | null) => void;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** Asks for a file of predictions, shows what of it matches, and keeps it. Closing it stops nothing that runs. */
export function ImportPredictions({ opened, setId, onSent, onChanged, onClose }: ImportProps): JSX.Element {
  return (
    <Modal opened={opened} onClose={onClose} title={messages.shared.importPredictions} size="lg">
      {!opened ? undefined : setId === undefined ? (
        <Send
          onSent={id => {
            onChanged();
            onSent(id);
          }}
        />
      ) : (
        <Follow id={setId} onChanged={onChanged} onClose={onClose} />
      )}
    </Modal>
  );
}

/** The name of a set that a person gave none: that of its file without the ending. */
const nameOf = ({ name }: File): string => (name.replace(/(?<=.)\.[^.]+$/, '').trim() || name).slice(0, MOST_NAME);

function Send({ onSent }: { readonly onSent: (id: number) => void }): JSX.Element {
  const project = useProject();
  const { api } = useService(EvaluationClient);
  const [names, setNames] = useState({ name: '', model: '', version: '' });
  const { sending, problem, send, cancel } = useFileSender();
  const sendPredictions = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    await send(file.name, async options => {
      const { id } = await api.uploadPredictionSet({
        params: { project_id: project.id },
        query: { file_name: file.name, ...names, name: names.name.trim() || nameOf(file) },
        body: file,
        ...options,
      });
      onSent(id);
    });
  };
  if (sending !== undefined) return <SendingFile sending={sending} onCancel={cancel} />;
  const field = (key: keyof typeof names, label: string, more: object = {}): JSX.Element => (
    <TextInput
      label={label}
      maxLength={MOST_NAME}
      value={names[key]}
      onChange={event => setNames({ ...names, [key]: event.currentTarget.value })}
      {...more}
    />
  );
  return (
    <Stack gap="md">
      {field('name', messages.shared.name, { placeholder: messages.importDialog.nameHint, 'data-autofocus': true })}
      <Group grow align="flex-start">
        {field('model', messages.shared.model, { placeholder: messages.importDialog.modelHint })}
        {field('version', messages.shared.version)}
      </Group>
      <DropTarget
        icon="upload"
        accept=".json,.zip,.jsonl,.txt,.xml,.csv"
        hint={messages.importDialog.hint}
        onFiles={files => void sendPredictions(files[0])}
      />
      {problem === undefined ? undefined : (
        <Text role="alert" c="var(--loupe-danger)">
          {problem}
        </Text>
      )}
      <Text size="sm" c="var(--loupe-muted)">
        {messages.importDialog.keepNote}
      </Text>
    </Stack>
  );
}

function Follow({
  id,
  onChanged,
  onClose,
}: {
  readonly id: number;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}): JSX.Element {
  const project = useProject();
  const { api } = useService(EvaluationClient);
  const params = { project_id: project.id, prediction_set_id: id };
  const found = useQuery({
    queryKey: [...evaluationKey(project.id), 'set', id],
    queryFn: ({ signal }) => api.getPredictionSet({ params, signal }),
    refetchInterval: query => (query.state.data?.state === 'reading' ? 1000 : false),
  });
  const set = found.data;
  const job = useJob(set?.state === 'reading' ? (set.job_id ?? undefined) : undefined);
  const [problem, setProblem] = useState<string>();
  const act = (work: () => Promise<unknown>): void =>
    void work().then(
      () => {
        onChanged();
        onClose();
      },
      (error: unknown) => setProblem(errorText(error)),
    );
  const remove = (): void => act(() => api.deletePredictionSet({ params }));
  if (found.error !== null && set === undefined)
    return <ErrorPanel error={found.error} onRetry={() => void found.refetch()} />;
  if (set === undefined || set.state === 'reading')
    return (
      <Stack gap="sm">
        <Text>{messages.importDialog.reading}</Text>
        <JobProgress job={job} />
        <Group justify="flex-end">
          <Button variant="default" onClick={remove}>
            {messages.importDialog.stop}
          </Button>
        </Group>
      </Stack>
    );
  return (
    <Stack gap="md">
      {set.report === null ? (
        <Text role="alert" c="var(--loupe-danger)">
          {set.error}
        </Text>
      ) : (
        <PredictionPreview report={set.report} />
      )}
      {problem === undefined ? undefined : (
        <Text role="alert" c="var(--loupe-danger)">
          {problem}
        </Text>
      )}
      <Group justify="flex-end" gap="xs">
        {set.state === 'ready' ? (
          <Button onClick={onClose}>{messages.shared.close}</Button>
        ) : (
          <Button variant="default" onClick={remove}>
            {messages.importDialog.discard}
          </Button>
        )}
        {set.state !== 'preview' ? undefined : (
          <Button
            disabled={set.report?.matched === 0}
            onClick={() => act(() => api.updatePredictionSet({ params, body: { kept: true } }))}
          >
            {messages.importDialog.keep}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
