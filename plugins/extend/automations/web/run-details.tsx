import { Anchor, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { JSX } from 'react';
import { Link } from 'react-router-dom';
import { joinParts } from '#core/base/common/index.ts';
import { useCan, useService, useTeam } from '#core/kernel/web/index.ts';
import { ErrorPanel, Icon, longDate, toast, toastError, useOnceAtATime } from '#core/ui/web/index.ts';
import { newId } from '#plugins/annotate/annotations/common/index.ts';
import type { TaskResult } from '../common/api.ts';
import { actionTypeOf } from '../common/action-types.ts';
import { eventTypeOf } from '../common/event-types.ts';
import { AutomationsClient, automationsKey } from './automations-client.ts';
import { RunStateMark } from './run-state-mark.tsx';
import { ScrolledText } from './scrolled-text.tsx';
import classes from './automations.module.css';
import { messages } from './messages.ts';

/** One run: its event, and every step with what it did. */
export function RunDetails({
  id,
  onOpen,
}: {
  readonly id: number;
  /** Opens the run that this one repeats. */
  readonly onOpen: (id: number) => void;
}): JSX.Element {
  const { api, tests } = useService(AutomationsClient);
  const team = useTeam();
  const manages = useCan('ManagePipelines');
  const queries = useQueryClient();
  const key = automationsKey(team.id);
  const run = useQuery({ queryKey: [...key, 'run', id], queryFn: () => api.getRun({ params: { run_id: id } }) });
  const steps = useQuery({
    queryKey: [...key, 'steps', id],
    queryFn: async () => (await api.listTaskResults({ query: { run_id: id } })).data,
  });
  const attempts = useMutation({
    mutationFn: async ({ work, done }: { readonly work: () => Promise<unknown>; readonly done: string }) => {
      await work();
      toast(done, { tone: 'success' });
    },
    onError: toastError,
    // Not awaited: another step can be taken while what changed is being loaded.
    onSettled: () => void queries.invalidateQueries({ queryKey: key }),
  });
  const attemptOnce = useOnceAtATime(attempts);
  const failed = run.error ?? steps.error;
  if (failed !== null && run.data === undefined)
    return <ErrorPanel error={failed} onRetry={() => void Promise.all([run.refetch(), steps.refetch()])} />;
  if (run.data === undefined || steps.data === undefined) return <Skeleton h={200} />;
  const { state, event, subject, pipeline_id, pipeline_name, pipeline_version, createdAt, retry_of, context } =
    run.data;
  const attempt = (work: () => Promise<unknown>, done: string): void => attemptOnce({ work, done });
  const unfinished = state === 'NOT_STARTED' || state === 'IN_PROGRESS';
  return (
    <Stack gap="md">
      <Stack gap={4}>
        <Group gap="sm">
          <RunStateMark state={state} />
          <Text fw={600}>{subject}</Text>
        </Group>
        <Text size="sm" c="var(--loupe-muted)">
          {eventTypeOf(event)?.title ?? event}, {longDate(createdAt)}
        </Text>
        <Text size="sm">
          {messages.runDetails.pipelineVersion({
            pipeline: (
              <Anchor component={Link} underline="always" to={`/t/${team.id}/automations/${pipeline_id}`}>
                {pipeline_name}
              </Anchor>
            ),
            version: pipeline_version,
          })}
        </Text>
        {retry_of === null ? undefined : (
          <Anchor component="button" size="sm" onClick={() => onOpen(retry_of)}>
            {messages.runDetails.repeatsRunRetryOf(retry_of)}
          </Anchor>
        )}
      </Stack>
      {manages ? (
        <Group gap="xs">
          {unfinished ? (
            <Button
              variant="default"
              leftSection={<Icon name="ban" size={14} />}
              onClick={() => attempt(() => api.revokeRun({ params: { run_id: id } }), messages.runDetails.runIsStopped)}
            >
              {messages.runDetails.revoke}
            </Button>
          ) : (
            <Button
              variant="default"
              leftSection={<Icon name="refresh" size={14} />}
              onClick={() =>
                attempt(
                  () => api.repeatRun({ params: { run_id: id }, query: { key: newId() } }),
                  messages.runDetails.runIsRepeated,
                )
              }
            >
              {messages.runDetails.runAgain}
            </Button>
          )}
        </Group>
      ) : undefined}
      <Stack gap="xs" component="section" aria-label={messages.runDetails.steps}>
        <Text fw={600}>{messages.runDetails.steps}</Text>
        {steps.data.length === 0 ? (
          <Text c="var(--loupe-muted)">{messages.runDetails.thisEventLedToNoAction}</Text>
        ) : undefined}
        {steps.data.map(each => (
          <Step
            key={each.id}
            step={each}
            actions={
              manages && each.finished_at !== null && !steps.data.some(later => later.retry_of === each.id) ? (
                <Group gap="xs">
                  <Button
                    size="compact-sm"
                    variant="default"
                    onClick={() =>
                      attempt(
                        () => tests.replaySteps({ body: { task_result_ids: [each.id], run_ids: [] } }),
                        messages.runDetails.stepIsReplayed,
                      )
                    }
                  >
                    {messages.runDetails.replayStep}
                  </Button>
                  {each.action_type === 'custom' ? (
                    <Button
                      size="compact-sm"
                      variant="default"
                      onClick={() =>
                        attempt(
                          () =>
                            tests.makeTestOfStep({
                              params: { task_result_id: each.id },
                              body: { name: messages.runDetails.nameOfTest(subject, each.id) },
                            }),
                          messages.runDetails.testIsMade,
                        )
                      }
                    >
                      {messages.runDetails.makeTest}
                    </Button>
                  ) : undefined}
                </Group>
              ) : undefined
            }
          />
        ))}
      </Stack>
      <details>
        <summary>{messages.runDetails.eventData}</summary>
        <ScrolledText name={messages.runDetails.eventData} text={JSON.stringify(context, undefined, 2)} />
      </details>
    </Stack>
  );
}

function Step({
  step,
  actions,
}: {
  readonly step: TaskResult;
  readonly actions: JSX.Element | undefined;
}): JSX.Element {
  const { state, attempt, duration_ms, output, error, log, reason, due_at, previous, memory_mb, stack } = step;
  return (
    <div className={classes['step']}>
      <Group justify="space-between" wrap="nowrap">
        <Text fw={500}>
          {joinParts(
            actionTypeOf(step.action_type)?.title ?? step.action_type,
            attempt > 1 ? messages.runDetails.attempt(attempt) : undefined,
          )}
        </Text>
        <RunStateMark state={state} />
      </Group>
      <Text size="sm" c="var(--loupe-muted)">
        {joinParts(
          step.node_id,
          duration_ms === null ? undefined : messages.shared.milliseconds(duration_ms),
          memory_mb === null ? undefined : messages.runDetails.mbMemoryMb(memory_mb),
          state === 'NOT_STARTED' ? messages.runDetails.dueLongDate(longDate(due_at)) : undefined,
        )}
      </Text>
      {reason === 'revoked' ? (
        <Text size="sm" c="var(--loupe-danger)">
          {messages.runDetails.revokedBeforeItBegan}
        </Text>
      ) : undefined}
      {error === null ? undefined : (
        <Text size="sm" c="var(--loupe-danger)">
          {error.message}{' '}
          <Text span inherit c="var(--loupe-muted)">
            {error.code}
          </Text>
        </Text>
      )}
      {stack === null ? undefined : <ScrolledText name={messages.runDetails.stack} text={stack} />}
      {previous === null || previous === undefined ? undefined : (
        <details>
          <summary>{messages.runDetails.previous}</summary>
          <ScrolledText name={messages.runDetails.previous} text={JSON.stringify(previous, undefined, 2)} />
        </details>
      )}
      {log === null ? undefined : (
        <details>
          <summary>{messages.shared.log}</summary>
          <ScrolledText name={messages.shared.log} text={log} />
        </details>
      )}
      {output === null || output === undefined ? undefined : (
        <ScrolledText name={messages.runDetails.output} text={JSON.stringify(output, undefined, 2)} />
      )}
      {actions}
    </div>
  );
}
