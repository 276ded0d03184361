import { Skeleton } from '@mantine/core';
import type { JSX } from 'react';
import { ErrorPanel, PageBody } from '#core/ui/web/index.ts';
import { emptyWorkflow } from '../../common/workflow-draft.ts';
import { Designer } from '../designer/designer.tsx';
import type { StoredWorkflow } from '../designer/use-draft.ts';
import { useTeamRoles, useTeamStatuses } from '../use-team-words.ts';

const beginning: StoredWorkflow = { id: undefined, version: undefined, name: '', description: '', file: emptyWorkflow };

/** Builds a workflow from the beginning. */
export default function NewWorkflowPage(): JSX.Element {
  const [statuses, roles] = [useTeamStatuses(), useTeamRoles()];
  const failed = statuses.error ?? roles.error;
  if (failed !== null)
    return (
      <ErrorPanel
        error={failed}
        onRetry={() => {
          void statuses.refetch();
          void roles.refetch();
        }}
      />
    );
  if (statuses.data === undefined || roles.data === undefined)
    return (
      <PageBody>
        <Skeleton h={400} mt="md" />
      </PageBody>
    );
  return (
    <Designer
      current={beginning}
      statuses={statuses.data}
      roles={roles.data}
      fixed={false}
      onWords={() => Promise.all([statuses.refetch(), roles.refetch()])}
    />
  );
}
