import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { Link, useParams } from 'react-router-dom';
import { forbidden } from '#core/base/common/index.ts';
import { useCan, useService } from '#core/kernel/web/index.ts';
import { EmptyState, ErrorPanel, PageBody } from '#core/ui/web/index.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import { Builder } from '../builder/builder.tsx';
import { FormClient, formKey } from '../form-client.ts';
import { ProjectType } from '#plugins/workspace/projects/common/index.ts';
import { messages } from '../messages.ts';

/** Setup of a Multimodal project: its form. */
export default function FormPage(): JSX.Element {
  const project = useProject();
  const params = useParams();
  const edits = useCan('EditForm');
  const { builder } = useService(FormClient);
  const fits = project.type === ProjectType.Multimodal;
  const state = useQuery({
    queryKey: [...formKey(project.id), 'draft'],
    enabled: fits && edits,
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    queryFn: () => builder.getFormDraft({ params: { project_id: project.id } }),
  });
  if (!fits)
    return (
      <EmptyState icon="list" text={messages.formPage.onlyMultimodalProjectsHaveAForm}>
        <Button variant="default" component={Link} to={`/t/${params['teamId']}/p/${project.id}/setup/general`}>
          {messages.shared.backToTheSetup}
        </Button>
      </EmptyState>
    );
  if (!edits) return <ErrorPanel error={forbidden('EditForm')} />;
  if (state.error !== null) return <ErrorPanel error={state.error} onRetry={() => void state.refetch()} />;
  if (state.data === undefined)
    return (
      <PageBody>
        <Skeleton h={34} mb="sm" />
        <Skeleton h={400} />
      </PageBody>
    );
  return <Builder key={project.id} initial={state.data} />;
}
