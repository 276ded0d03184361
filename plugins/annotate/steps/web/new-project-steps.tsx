import { Anchor, Radio, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { Link } from 'react-router-dom';
import { client, Transport } from '#core/api/web/index.ts';
import { Select } from '#core/controls/web/index.ts';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { ErrorPanel } from '#core/ui/web/index.ts';
import type { Template } from '#plugins/annotate/skeletons/common/index.ts';
import { skeleton, templatesApi } from '#plugins/annotate/skeletons/common/index.ts';
import { STEP_LIMIT } from '../common/api.ts';
import type { StepTemplate } from '../common/template-steps.ts';
import { ProjectType } from '#plugins/workspace/projects/common/index.ts';
import { messages } from './messages.ts';

/** Choice of steps for a new project: its classes, or the points of a template. */
export type ChosenSteps =
  | { readonly by: 'classes' }
  | { readonly by: 'template'; readonly id: number; readonly template: StepTemplate };

interface InputProps {
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

/** Steps of a new project: none, one for each class, or one for each point of a template. */
export function NewProjectSteps({ value, onChange }: InputProps): JSX.Element {
  const chosen = value as ChosenSteps | undefined;
  const [way, setWay] = useState<string>(chosen?.by ?? 'none');
  const choose = (next: string): void => {
    setWay(next);
    onChange(next === 'classes' ? { by: 'classes' } : undefined);
  };
  return (
    <Stack gap="sm">
      <Radio.Group aria-label={messages.shared.steps} value={way} onChange={choose}>
        <Stack gap="xs">
          <Radio
            value="none"
            label={messages.shared.noSteps}
            description={messages.newProjectSteps.peopleDrawInAnyOrder}
          />
          <Radio
            value="classes"
            label={messages.newProjectSteps.guideAnnotatorsClassByClass}
            description={messages.newProjectSteps.oneStepForEachClass}
          />
          <Radio
            value="template"
            label={messages.newProjectSteps.leadPeopleThroughThePoints}
            description={messages.newProjectSteps.oneStepForEachPoint}
          />
        </Stack>
      </Radio.Group>
      {way === 'template' ? (
        <TemplateInput chosen={chosen?.by === 'template' ? chosen : undefined} onChange={onChange} />
      ) : undefined}
    </Stack>
  );
}

function TemplateInput({
  chosen,
  onChange,
}: {
  readonly chosen: Extract<ChosenSteps, { by: 'template' }> | undefined;
  readonly onChange: (value: ChosenSteps | undefined) => void;
}): JSX.Element {
  const team = useTeam();
  const api = client(templatesApi, useService(Transport));
  // Templates are drawn in another tab, so that this form stays: they are read again on the way back.
  const list = useQuery({
    queryKey: ['templates', team.id],
    refetchOnWindowFocus: 'always',
    queryFn: async () => (await api.listTemplates({ query: {} })).data.filter(each => each.type === ProjectType.Vector),
  });
  if (list.data === undefined)
    return list.error === null ? (
      <Skeleton h={54} maw={360} />
    ) : (
      <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />
    );
  const templates = (
    <Anchor component={Link} to={`/t/${team.id}/setup/templates`} target="_blank" underline="always">
      {messages.newProjectSteps.templatesOfTheTeam}
    </Anchor>
  );
  if (list.data.length === 0)
    return <Text c="var(--loupe-muted)">{messages.newProjectSteps.thereAreNoTemplates({ templates })}</Text>;
  const usable = list.data.map(each => ({ each, read: stepTemplate(each) }));
  const choose = (id: string | null): void => {
    const found = usable.find(({ each }) => String(each.id) === id);
    onChange(found?.read === undefined ? undefined : { by: 'template', id: found.each.id, template: found.read });
  };
  return (
    <Stack gap={4}>
      <Select
        label={messages.newProjectSteps.template}
        placeholder={messages.newProjectSteps.chooseATemplate}
        searchable
        maw={360}
        nothingFoundMessage={messages.newProjectSteps.noTemplateMatches}
        value={chosen === undefined ? null : String(chosen.id)}
        onChange={choose}
        data={usable.map(({ each, read }) => ({
          value: String(each.id),
          disabled: read === undefined,
          label:
            read === undefined
              ? messages.newProjectSteps.nameNoPointsOrMore(each.name, STEP_LIMIT)
              : messages.newProjectSteps.nameCountPoints(each.name, read.skeleton.points.length),
        }))}
      />
      <Text c="var(--loupe-muted)" size="sm">
        {templates}
      </Text>
    </Stack>
  );
}

/** Returns the steps in a template; undefined for a drawing that cannot be read or has too many points. */
function stepTemplate({ name, data }: Template): StepTemplate | undefined {
  const read = skeleton.safeParse(data);
  return read.success && read.data.points.length <= STEP_LIMIT ? { name, skeleton: read.data } : undefined;
}
