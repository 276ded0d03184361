import { Alert, Anchor, Button, Group, Progress, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { Link } from 'react-router-dom';
import { useCan, useService, useTeam } from '#core/kernel/web/index.ts';
import { ErrorPanel } from '#core/ui/web/index.ts';
import type { StartProgress } from '../../common/starts-api.ts';
import { AutomationsClient, automationsKey } from '../automations-client.ts';
import { messages } from '../messages.ts';

/** Milliseconds between two looks at runs that go on. */
const EVERY_MS = 1_000;

const isOver = (progress: StartProgress | undefined): boolean =>
  progress?.state === 'done' || progress?.state === 'failed';

interface StartResultProps {
  readonly projectId: number;
  readonly eventId: number;
  readonly onDone: () => void;
}

/** Follows a start until its runs are over; the runs go on when it is closed. */
export function StartResult({ projectId, eventId, onDone }: StartResultProps): JSX.Element {
  const { starts } = useService(AutomationsClient);
  const team = useTeam();
  const sees = useCan('ViewAutomations');
  const { data, error, refetch } = useQuery({
    queryKey: [...automationsKey(team.id), 'start', eventId],
    queryFn: () => starts.getStart({ params: { project_id: projectId, event_id: eventId } }),
    refetchInterval: query => (isOver(query.state.data) ? false : EVERY_MS),
  });
  if (error !== null) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton h={90} />;
  const { pending, running, success, failed } = data.runs;
  const total = pending + running + success + failed;
  return (
    <Stack gap="md">
      <Text role="status">{messages.startResult.states[data.state]}</Text>
      {isOver(data) ? undefined : (
        <Progress
          value={total === 0 ? 0 : ((success + failed) / total) * 100}
          aria-label={messages.startResult.progress}
          animated
        />
      )}
      {total > 1 || failed > 0 ? (
        <Text size="sm">{messages.startResult.counts(success, failed, total)}</Text>
      ) : undefined}
      {data.reason === null ? undefined : (
        <Alert color={failed > 0 ? 'red' : 'yellow'} p="xs">
          {data.reason}
        </Alert>
      )}
      <Group justify="space-between">
        {sees && data.run_id !== null ? (
          <Anchor
            component={Link}
            underline="always"
            to={`/t/${team.id}/automations/history?pipeline=${data.pipeline_id}&run=${data.run_id}`}
            onClick={onDone}
          >
            {messages.startResult.openRun}
          </Anchor>
        ) : (
          <span />
        )}
        <Button variant="default" autoFocus onClick={onDone}>
          {messages.startResult.close}
        </Button>
      </Group>
    </Stack>
  );
}
