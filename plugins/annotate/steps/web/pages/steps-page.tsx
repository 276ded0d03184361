import { Button, Skeleton, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { NavLink } from 'react-router-dom';
import { client, Transport } from '#core/api/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import {
  EmptyState,
  ErrorPanel,
  errorText,
  Icon,
  moved,
  PageBody,
  PageHeader,
  Segments,
  toast,
  useLeaveQuestion,
  useReorder,
} from '#core/ui/web/index.ts';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import { useClasses } from '#plugins/workspace/classes/web/kit/index.ts';
import { projectKeys, projectsApi } from '#plugins/workspace/projects/common/index.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import type { KeyPointSteps } from '../../common/api.ts';
import { STEP_LIMIT, stepsApi } from '../../common/api.ts';
import type { StepsDraft } from '../../common/step-draft.ts';
import {
  draftOfKeyPoints,
  draftOfSteps,
  keyPointsOf,
  sameSteps,
  stepKinds,
  wholeStepsOf,
  withStep,
} from '../../common/step-draft.ts';
import { messages } from '../messages.ts';
import { SkeletonPreview } from '../skeleton-preview.tsx';
import { StepRow } from '../step-row.tsx';
import classes from '../steps.module.css';

interface Stored {
  readonly kind: number;
  readonly basic: StepsDraft;
  readonly keyPoints: StepsDraft;
}

/** Setup tab: the steps people are led through, or the points of a skeleton. */
export default function StepsPage(): JSX.Element {
  const project = useProject();
  const transport = useService(Transport);
  const all = useClasses(project.id);
  const stored = useQuery({
    queryKey: ['steps', project.id],
    // Read when the page opens and after a save, so that no draft is lost under somebody's hands.
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    queryFn: async (): Promise<Stored> => {
      const params = { project_id: project.id };
      const steps = client(stepsApi, transport);
      const [settings, basic, points] = await Promise.all([
        client(projectsApi, transport).getSettings({ params }),
        steps.listSteps({ params, query: {} }),
        steps.downloadKeyPoints({ params, query: {} }),
      ]);
      return {
        kind: Number(settings.find(each => each.attribute === 'WorkflowType')?.value ?? stepKinds.none),
        basic: draftOfSteps(basic.data),
        keyPoints: draftOfKeyPoints(points.steps as unknown as KeyPointSteps),
      };
    },
  });
  const error = all.data === undefined ? all.error : stored.data === undefined ? stored.error : null;
  if (error !== null)
    return (
      <ErrorPanel
        error={error}
        onRetry={() => {
          void all.refetch();
          void stored.refetch();
        }}
      />
    );
  if (all.data === undefined || stored.data === undefined)
    return (
      <>
        <PageHeader title={messages.shared.steps} />
        <PageBody>
          {[0, 1, 2].map(each => (
            <Skeleton key={each} h={44} mb="xs" maw={900} />
          ))}
        </PageBody>
      </>
    );
  return <StepsForm key={stored.dataUpdatedAt} stored={stored.data} all={all.data} />;
}

function StepsForm({
  stored,
  all,
}: {
  readonly stored: Stored;
  readonly all: readonly AnnotationClass[];
}): JSX.Element {
  const project = useProject();
  const transport = useService(Transport);
  const queries = useQueryClient();
  const [kind, setKind] = useState(stored.kind);
  const [drafts, setDrafts] = useState({ basic: stored.basic, keyPoints: stored.keyPoints });
  const name = kind === stepKinds.keyPoints ? 'keyPoints' : 'basic';
  const draft = drafts[name];
  const setDraft = (next: StepsDraft): void => setDrafts({ ...drafts, [name]: next });
  const order = useReorder(draft.steps.length, (from, to) =>
    setDraft({ ...draft, steps: moved(draft.steps, from, to) }),
  );
  const dirty = kind !== stored.kind || (kind !== stepKinds.none && !sameSteps(draft, stored[name]));
  useLeaveQuestion(dirty);

  const saving = useMutation({
    mutationFn: async () => {
      const params = { project_id: project.id };
      const steps = client(stepsApi, transport);
      if (kind === stepKinds.basic) await steps.saveSteps({ params, query: {}, body: wholeStepsOf(draft) });
      else if (kind === stepKinds.keyPoints)
        await steps.uploadKeyPoints({ params, query: {}, body: { steps: keyPointsOf(draft, all) } });
      else
        await client(projectsApi, transport).updateSettings({
          params,
          body: { settings: [{ attribute: 'WorkflowType', value: stepKinds.none }] },
        });
      await queries.invalidateQueries({ queryKey: ['steps', project.id] });
      await queries.invalidateQueries({ queryKey: projectKeys.settings(project.id) });
      toast(messages.stepsPage.saved, { tone: 'success' });
    },
  });
  const failure = saving.error === null ? undefined : errorText(saving.error);
  const add = (
    <Button
      variant="default"
      leftSection={<Icon name="plus" size={14} />}
      disabled={draft.steps.length >= STEP_LIMIT}
      onClick={() =>
        setDraft(
          withStep(
            draft,
            (draft.steps.at(-1) === undefined
              ? all[0]!
              : (all.find(each => each.id === draft.steps.at(-1)!.classId) ?? all[0]!)
            ).id,
            kind === stepKinds.keyPoints,
          ),
        )
      }
    >
      {kind === stepKinds.keyPoints ? messages.stepsPage.addPoint : messages.stepsPage.addStep}
    </Button>
  );

  return (
    <>
      <PageHeader title={messages.shared.steps} />
      <PageBody>
        <Segments
          aria-label={messages.stepsPage.kindOfSteps}
          style={{ marginBottom: 8 }}
          data={[
            { value: '1', label: messages.shared.noSteps },
            { value: '2', label: messages.stepsPage.basicSteps },
            { value: '3', label: messages.stepsPage.keyPoints },
          ]}
          value={String(kind)}
          onChange={value => setKind(Number(value))}
        />
        <Text c="var(--loupe-muted)" mb="sm" maw={700}>
          {
            {
              1: messages.stepsPage.peopleDrawInAnyOrder,
              2: messages.stepsPage.peopleAreLedFromClass,
              3: messages.stepsPage.peopleSetThePoints,
            }[kind]
          }
        </Text>
        {kind === stepKinds.none ? undefined : all.length === 0 ? (
          <EmptyState icon="classes" text={messages.stepsPage.stepsNeedClasses}>
            <Button variant="default" component={NavLink} to={`/t/${project.team_id}/p/${project.id}/setup/classes`}>
              {messages.stepsPage.classes}
            </Button>
          </EmptyState>
        ) : draft.steps.length === 0 ? (
          <EmptyState
            icon="polyline"
            text={kind === stepKinds.keyPoints ? messages.stepsPage.noPointsYet : messages.stepsPage.noStepsYet}
          >
            {add}
          </EmptyState>
        ) : (
          <div className={classes['columns']}>
            <div className={classes['list']}>
              <div
                {...order.list}
                className={classes['list']}
                style={{ flex: 'none' }}
                role="list"
                aria-label={kind === stepKinds.keyPoints ? messages.stepsPage.points : messages.shared.steps}
              >
                {draft.steps.map((step, at) => (
                  <StepRow
                    key={step.key}
                    draft={draft}
                    step={step}
                    at={at}
                    keyPoints={kind === stepKinds.keyPoints}
                    all={all}
                    order={order}
                    onChange={setDraft}
                  />
                ))}
              </div>
              <div>{add}</div>
            </div>
            {kind === stepKinds.keyPoints ? <SkeletonPreview draft={draft} all={all} /> : undefined}
          </div>
        )}
        {dirty ? (
          <div className={classes['savebar']}>
            {failure === undefined ? undefined : (
              <Text c="var(--loupe-danger)" role="alert" style={{ flex: 1, whiteSpace: 'pre-line' }}>
                {failure}
              </Text>
            )}
            <Button
              variant="default"
              disabled={saving.isPending}
              onClick={() => {
                setKind(stored.kind);
                setDrafts({ basic: stored.basic, keyPoints: stored.keyPoints });
                if (saving.isError) saving.reset();
              }}
            >
              {messages.stepsPage.discard}
            </Button>
            <Button loading={saving.isPending} onClick={() => saving.mutate()}>
              {messages.stepsPage.save}
            </Button>
          </div>
        ) : undefined}
      </PageBody>
    </>
  );
}
