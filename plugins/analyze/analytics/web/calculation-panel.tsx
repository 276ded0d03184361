import { Button, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { JSX } from 'react';
import { isFault } from '#core/base/common/index.ts';
import { JobProgress, useCan, useJob, useService } from '#core/kernel/web/index.ts';
import { EmptyState, toastError } from '#core/ui/web/index.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import { AnalyticsClient } from './analytics-client.ts';
import { messages } from './messages.ts';

/** True for the answer of a project whose documents are not counted yet. */
export const isNotCalculated = (error: unknown): boolean => isFault(error) && error.code === 'ANALYTICS_NOT_CALCULATED';

/** Key of how far a project's calculation is. */
export const calculationKey = (projectId: number): readonly unknown[] => ['analytics', projectId, 'calculation'];

/** The analytics of a project that are not calculated: why, how far the calculation is, and the way to start it. */
export function CalculationPanel({ onDone }: { readonly onDone?: () => void }): JSX.Element {
  const project = useProject();
  const { reports } = useService(AnalyticsClient);
  const queries = useQueryClient();
  const starts = useCan('GenerateAnalytics');
  const params = { project_id: project.id };
  const status = useQuery({
    queryKey: calculationKey(project.id),
    queryFn: () => reports.calculationStatus({ params }),
  });
  const running =
    status.data?.state === 'IN_PROGRESS' || (status.data?.job_id !== null && status.data?.state === 'NOT_STARTED');
  const job = useJob(running ? (status.data?.job_id ?? undefined) : undefined);
  const ended = job?.state === 'COMPLETED' || job?.state === 'FAILED';
  const done = useEffectEvent(() => onDone?.());
  useEffect(() => {
    if (!ended) return;
    void queries.invalidateQueries({ queryKey: ['analytics', project.id] });
    done();
  }, [queries, ended, project.id]);
  const start = async (): Promise<void> => {
    await reports.startCalculation({ params }).catch((error: unknown) => {
      if (!isFault(error) || error.code !== 'ALREADY_RUNNING') toastError(error);
    });
    await queries.invalidateQueries({ queryKey: calculationKey(project.id) });
  };
  if (running)
    return (
      <Stack maw={520} mx="auto" pt={64}>
        <Text fw={500}>{messages.calculationPanel.countingTheAnnotationsOfThisProject}</Text>
        <JobProgress job={job} />
      </Stack>
    );
  return (
    <EmptyState
      icon="chart"
      text={
        starts
          ? messages.calculationPanel.annotationsOfThisProject
          : messages.calculationPanel.annotationsOfThisProjectAre
      }
    >
      {status.data?.error === null || status.data?.error === undefined ? undefined : (
        <Text c="var(--loupe-danger)" role="alert">
          {status.data.error}
        </Text>
      )}
      {starts ? <Button onClick={() => void start()}>{messages.calculationPanel.calculate}</Button> : undefined}
    </EmptyState>
  );
}
