import { Button, Group, NumberInput, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { useState } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { JobProgress, useJob, useService } from '#core/kernel/web/index.ts';
import { errorText, Modal, Segments, useDebounced } from '#core/ui/web/index.ts';
import { fileKindOf } from '#plugins/workspace/items/common/index.ts';
import { ItemsClient } from '#plugins/workspace/items/web/kit/index.ts';
import { projectKeys } from '#plugins/workspace/projects/common/index.ts';
import type { FrameChoice } from '../../common/api.ts';
import { messages } from '../messages.ts';
import type { VideoServer } from './video-server.ts';

type Way = FrameChoice['by'];

const ways: readonly { readonly value: Way; readonly label: string }[] = [
  { value: 'count', label: messages.extractDialog.byCount },
  { value: 'time', label: messages.extractDialog.byTime },
  { value: 'scenes', label: messages.extractDialog.byScenes },
];

/** The number of a choice, its limits and its step. */
const fields: Readonly<
  Record<
    Way,
    {
      readonly label: string;
      readonly first: number;
      readonly min: number;
      readonly max: number;
      readonly step: number;
    }
  >
> = {
  count: { label: messages.extractDialog.everySoManyFrames, first: 30, min: 1, max: 1_000_000, step: 1 },
  time: { label: messages.extractDialog.everySoManySeconds, first: 1, min: 0.01, max: 86_400, step: 0.5 },
  scenes: { label: messages.extractDialog.leastChange, first: 0.3, min: 0.05, max: 0.95, step: 0.05 },
};

const choiceOf = (way: Way, value: number): FrameChoice =>
  way === 'scenes' ? { by: way, change: value } : { by: way, every: value };

/** Adds frames of the video to a project of images. */
export function ExtractDialog({
  server,
  onClose,
}: {
  readonly server: VideoServer;
  readonly onClose: () => void;
}): JSX.Element {
  const { projects } = useService(ItemsClient);
  const [way, setWay] = useState<Way>('count');
  const [values, setValues] = useState<Partial<Record<Way, number>>>({});
  const [target, setTarget] = useState<string | null>(null);
  const [search, setSearch] = useState('');
  const [jobId, setJobId] = useState<string | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const job = useJob(jobId);
  const name = useDebounced(search.trim());
  const found = useQuery({
    queryKey: projectKeys.dependent('editor-video', 'targets', name),
    queryFn: ({ signal }) =>
      projects.listProjects({
        query: { limit: 100, sort: 'name', order: 'asc', ...(name === '' ? {} : { name }) },
        signal,
      }),
  });
  const data = (found.data?.data ?? [])
    .filter(({ type }) => fileKindOf(type)?.takes('frame.jpg') === true)
    .map(each => ({ value: String(each.id), label: each.name }));
  const field = fields[way];
  const value = values[way] ?? field.first;
  const begin = (): void => {
    setProblem(undefined);
    server
      .extract(Number(target), choiceOf(way, value))
      .then(setJobId, (error: unknown) => setProblem(errorText(error)));
  };
  return (
    <Modal opened onClose={onClose} title={messages.extractDialog.title} size="md">
      {jobId === undefined ? (
        <Stack gap="sm">
          <Select
            label={messages.extractDialog.toProject}
            placeholder={messages.extractDialog.aProjectOfImages}
            searchable
            data-autofocus
            data={data}
            value={target}
            onChange={setTarget}
            onSearchChange={text => setSearch(data.some(each => each.label === text) ? '' : text)}
            nothingFoundMessage={found.isPending ? messages.extractDialog.loading : messages.extractDialog.noProject}
          />
          <Segments aria-label={messages.extractDialog.whichFrames} value={way} onChange={setWay} data={[...ways]} />
          <NumberInput
            label={field.label}
            min={field.min}
            max={field.max}
            step={field.step}
            allowDecimal={way !== 'count'}
            value={value}
            onChange={next => setValues({ ...values, [way]: Number(next) })}
          />
          {problem === undefined ? undefined : (
            <Text size="sm" c="red" role="alert">
              {problem}
            </Text>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {messages.extractDialog.cancel}
            </Button>
            <Button disabled={target === null || !(value >= field.min && value <= field.max)} onClick={begin}>
              {messages.extractDialog.addImages}
            </Button>
          </Group>
        </Stack>
      ) : (
        <Stack gap="sm">
          <JobProgress job={job} />
          {job?.state === 'COMPLETED' ? (
            <Text size="sm" role="status">
              {messages.extractDialog.done(countsOf(job.result))}
            </Text>
          ) : undefined}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {messages.extractDialog.close}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

/** The numbers in the result of the job. */
function countsOf(result: unknown): { readonly added: number; readonly skipped: number } {
  const { added, skipped } = (result ?? {}) as { readonly added?: number; readonly skipped?: number };
  return { added: added ?? 0, skipped: skipped ?? 0 };
}
