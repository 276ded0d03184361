import { Anchor, Button, Group, Skeleton, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { JSX } from 'react';
import { Link } from 'react-router-dom';
import { useCan, useService, useTeam } from '#core/kernel/web/index.ts';
import { ErrorPanel, PageBody, Segments } from '#core/ui/web/index.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import { useQuery } from '@tanstack/react-query';
import { ChangeWorkflowDialog } from '../change-workflow-dialog.tsx';
import { TransitionList } from '../designer/transition-list.tsx';
import { StatusList } from '../designer/status-list.tsx';
import type { Chosen } from '../graph/graph-parts.ts';
import { messages } from '../messages.ts';
import { WorkflowClient } from '../workflow-client.ts';
import { iconIdOf } from '../status-icon.tsx';
import { useStoredWorkflow } from '../use-stored-workflow.ts';
import { useTeamStatuses } from '../use-team-words.ts';
import classes from '../workflow.module.css';

const WorkflowGraph = lazy(() => import('../graph/workflow-graph.tsx'));

/** The workflow of a project to look at; who sets the project up may give it another one. */
export default function ProjectWorkflowPage(): JSX.Element {
  const project = useProject();
  const own = useQuery(useService(WorkflowClient).query(project.id));
  if (own.error !== null) return <ErrorPanel error={own.error} onRetry={() => void own.refetch()} />;
  if (own.data === undefined)
    return (
      <PageBody>
        <Skeleton h={320} mt="md" />
      </PageBody>
    );
  return <ProjectWorkflowView workflowId={own.data.id} />;
}

function ProjectWorkflowView({ workflowId }: { readonly workflowId: number }): JSX.Element {
  const project = useProject();
  const team = useTeam();
  const changes = useCan('UpdateProject');
  const designs = useCan('ManageWorkflows');
  const statuses = useTeamStatuses();
  const workflow = useStoredWorkflow(workflowId);
  const [chosen, setChosen] = useState<Chosen>();
  const [list, setList] = useState('transitions');
  const [changing, setChanging] = useState(false);
  const failed = workflow.error ?? statuses.error;
  if (failed !== null)
    return (
      <ErrorPanel
        error={failed}
        onRetry={() => {
          void workflow.refetch();
          void statuses.refetch();
        }}
      />
    );
  if (workflow.data === undefined || statuses.data === undefined)
    return (
      <PageBody>
        <Skeleton h={320} mt="md" />
      </PageBody>
    );
  const { file, name, description } = workflow.data;
  const known = statuses.data;
  const iconOf = (status: string): number | null => iconIdOf(known.find(each => each.name === status));
  return (
    <>
      <Group px={20} py={10} justify="space-between" wrap="nowrap">
        <div style={{ minWidth: 0 }}>
          <Text fw={600} component="h2" m={0} truncate>
            {name}
          </Text>
          {description === '' ? undefined : (
            <Text size="sm" c="var(--loupe-muted)" lineClamp={1} title={description}>
              {description}
            </Text>
          )}
        </div>
        <Group gap="sm" wrap="nowrap" style={{ flex: 'none' }}>
          {designs ? (
            <Anchor component={Link} to={`/t/${team.id}/workflows/${workflowId}`} size="sm">
              {messages.projectWorkflowPage.openInTheDesigner}
            </Anchor>
          ) : undefined}
          {changes ? <Button onClick={() => setChanging(true)}>{messages.shared.changeWorkflow}</Button> : undefined}
        </Group>
      </Group>
      <div className={classes['designer']}>
        <div className={classes['main']}>
          <Suspense fallback={<div style={{ flex: 1 }} aria-busy />}>
            <WorkflowGraph
              file={file}
              iconOf={iconOf}
              chosen={chosen}
              onChoose={next => {
                setChosen(next);
                if (next !== undefined) setList('status' in next ? 'statuses' : 'transitions');
              }}
            />
          </Suspense>
        </div>
        <aside className={classes['side']} aria-label={messages.shared.partsOfTheWorkflow}>
          <div
            className={classes['panel']}
            tabIndex={0}
            role="region"
            aria-label={messages.projectWorkflowPage.statusesAndTransitions}
          >
            <Segments
              fullWidth
              style={{ marginBottom: 8 }}
              aria-label={messages.projectWorkflowPage.list}
              data={[
                { value: 'transitions', label: messages.projectWorkflowPage.transitions },
                { value: 'statuses', label: messages.projectWorkflowPage.statuses },
              ]}
              value={list}
              onChange={setList}
            />
            {list === 'statuses' ? (
              <StatusList file={file} known={[]} iconOf={iconOf} chosen={chosen} onChoose={setChosen} />
            ) : (
              <TransitionList file={file} workflow={name} chosen={chosen} onChoose={setChosen} />
            )}
          </div>
        </aside>
      </div>
      <ChangeWorkflowDialog
        opened={changing}
        projectId={project.id}
        current={workflowId}
        onClose={() => setChanging(false)}
      />
    </>
  );
}
