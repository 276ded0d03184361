import { Alert, Button, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { JSX } from 'react';
import { useParams } from 'react-router-dom';
import { useCan, useService, useTeam } from '#core/kernel/web/index.ts';
import { ErrorPanel, PageBody, toastError } from '#core/ui/web/index.ts';
import { AutomationsClient, automationsKey } from '../automations-client.ts';
import { Editor } from '../editor/editor.tsx';
import { messages } from '../messages.ts';

/** Shows a pipeline and lets it be changed. */
export default function PipelinePage(): JSX.Element {
  const id = Number(useParams()['pipelineId']);
  const { api } = useService(AutomationsClient);
  const team = useTeam();
  const manages = useCan('ManagePipelines');
  const queries = useQueryClient();
  const pipeline = useQuery({
    queryKey: [...automationsKey(team.id), 'pipeline', id],
    queryFn: () => api.getPipeline({ params: { pipeline_id: id } }),
  });
  if (pipeline.error !== null && pipeline.data === undefined)
    return <ErrorPanel error={pipeline.error} onRetry={() => void pipeline.refetch()} />;
  if (pipeline.data === undefined)
    return (
      <PageBody>
        <Skeleton h={400} mt="md" />
      </PageBody>
    );
  const { version, name, description, graph, enabled, disabled_reason: reason } = pipeline.data;
  const enable = (next: boolean): void =>
    void api
      .enablePipeline({ params: { pipeline_id: id }, body: { enabled: next } })
      .then(() => queries.invalidateQueries({ queryKey: automationsKey(team.id) }))
      .catch(toastError);
  return (
    <>
      {reason === 'owner_left' ? (
        <Alert m={20} mb={0} p="xs" color="yellow">
          {messages.pipelinePage.itsOwnerLeft}{' '}
          {manages ? (
            <Button size="compact-xs" variant="default" onClick={() => enable(true)}>
              {messages.pipelinePage.takeOver}
            </Button>
          ) : undefined}
        </Alert>
      ) : undefined}
      <Editor key={id} current={{ id, version, name, description, graph }} enabled={enabled} onEnable={enable} />
    </>
  );
}
