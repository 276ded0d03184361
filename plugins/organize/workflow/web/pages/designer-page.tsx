import { Skeleton } from '@mantine/core';
import type { JSX } from 'react';
import { useParams } from 'react-router-dom';
import { ErrorPanel, PageBody } from '#core/ui/web/index.ts';
import { Designer } from '../designer/designer.tsx';
import { useStoredWorkflow } from '../use-stored-workflow.ts';
import { useTeamRoles, useTeamStatuses } from '../use-team-words.ts';

/** Shows a workflow and, when it is the team's own, lets it be changed. */
export default function DesignerPage(): JSX.Element {
  const id = Number(useParams()['workflowId']);
  const [workflow, statuses, roles] = [useStoredWorkflow(id), useTeamStatuses(), useTeamRoles()];
  const failed = (workflow.data === undefined ? workflow.error : null) ?? statuses.error ?? roles.error;
  if (failed !== null)
    return (
      <ErrorPanel
        error={failed}
        onRetry={() => {
          for (const each of [workflow, statuses, roles]) void each.refetch();
        }}
      />
    );
  if (workflow.data === undefined || statuses.data === undefined || roles.data === undefined)
    return (
      <PageBody>
        <Skeleton h={400} mt="md" />
      </PageBody>
    );
  const { fixed, ...current } = workflow.data;
  return (
    <Designer
      key={id}
      current={current}
      fixed={fixed}
      statuses={statuses.data}
      roles={roles.data}
      onWords={() => Promise.all([workflow.refetch(), statuses.refetch(), roles.refetch()])}
    />
  );
}
