import { Checkbox, Skeleton, Slider, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import type { PanelProps } from '#core/kernel/web/index.ts';
import { useCan, useService } from '#core/kernel/web/index.ts';
import { DialogForm, EmptyState, ErrorPanel } from '#core/ui/web/index.ts';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import { ClassType, nextPaletteColor, shapeProblem } from '#plugins/workspace/classes/common/index.ts';
import { ClassesClient, useClasses } from '#plugins/workspace/classes/web/kit/index.ts';
import type { Selection, SelectionFormProps } from '#plugins/workspace/items/web/kit/index.ts';
import { ItemActions, SelectionDialog } from '#plugins/workspace/items/web/kit/index.ts';
import { matchLabels } from '../../common/match-labels.ts';
import type { PredictionChange } from '../../common/prediction-change.ts';
import { DetectionClient } from '../detection-client.ts';
import { messages } from '../messages.ts';
import { RunDialogStore } from '../run-dialog-store.ts';
import type { LabelClasses } from './label-table.tsx';
import { LabelTable } from './label-table.tsx';

/** Has the detector find objects on the selected images. */
export default function RunDialog({ context }: PanelProps): JSX.Element {
  const projectId = Number(context['projectId']);
  const store = useService(RunDialogStore);
  const selection = useSnapshot(store.state).selection as Selection | undefined;
  const close = (): void => store.ask(undefined);
  return (
    <SelectionDialog selection={selection} onClose={close} title={messages.runDialog.runOn} size="md">
      {chosen => <Content projectId={projectId} selection={chosen} onDone={close} />}
    </SelectionDialog>
  );
}

function Content(props: SelectionFormProps): JSX.Element {
  const { api } = useService(DetectionClient);
  const detector = useQuery({ queryKey: ['detector'], queryFn: () => api.getDetector(), staleTime: 0 });
  const classes = useClasses(props.projectId);
  const failed = detector.error === null ? classes : detector;
  if (failed.error !== null) return <ErrorPanel error={failed.error} onRetry={() => void failed.refetch()} />;
  if (detector.data === undefined || classes.data === undefined) return <Skeleton h={320} />;
  if (detector.data.detector === null) return <EmptyState icon="wand" text={messages.runDialog.notConnected} />;
  const owners = classes.data.filter(
    each => each.type === ClassType.Object && shapeProblem(each, 'bbox') === undefined,
  );
  return <Form {...props} {...detector.data.detector} owners={owners} all={classes.data} />;
}

interface FormProps extends SelectionFormProps {
  readonly model: string;
  readonly labels: readonly string[];
  /** Classes that boxes can have. */
  readonly owners: readonly AnnotationClass[];
  readonly all: readonly AnnotationClass[];
}

function Form({ projectId, selection, onDone, model, labels, owners, all }: FormProps): JSX.Element {
  const actions = useService(ItemActions);
  const { api } = useService(ClassesClient);
  const makesClasses = useCan('CreateClass');
  const [matched] = useState<LabelClasses>(() => matchLabels(labels, owners));
  const [order] = useState(() =>
    labels.toSorted(
      (one, other) =>
        Number(other in matched) - Number(one in matched) || one.localeCompare(other, 'en', { sensitivity: 'base' }),
    ),
  );
  const [chosen, setChosen] = useState<LabelClasses>(matched);
  const [percent, setPercent] = useState(50);
  const [replaces, setReplaces] = useState(true);

  /** The class of each label; new classes are made first. */
  const classIds = async (): Promise<PredictionChange['classes']> => {
    const fresh = Object.keys(chosen).filter(label => chosen[label] === 'new');
    const colors = all.map(each => each.color);
    const asked = fresh.map(name => {
      const color = nextPaletteColor(colors);
      colors.push(color);
      return { name, color, type: ClassType.Object, attribute_groups: [] };
    });
    const made =
      asked.length === 0 ? [] : await api.create({ query: { project_id: projectId }, body: { classes: asked } });
    const ids = new Map(made.map(each => [each.name, each.id]));
    return Object.fromEntries(
      Object.entries(chosen).map(([label, to]) => [label, to === 'new' ? ids.get(label)! : to]),
    );
  };

  const submit = async (): Promise<void> => {
    const value = { classes: await classIds(), confidence: percent / 100, replace: replaces };
    onDone();
    void actions.change(projectId, selection, { kind: 'predictions', value });
  };

  const ready = Object.keys(chosen).length > 0;
  return (
    <DialogForm action={messages.runDialog.run} ready={ready} onCancel={onDone} onSubmit={submit}>
      <Text size="sm">{messages.runDialog.model(model)}</Text>
      <LabelTable labels={order} owners={owners} makesClasses={makesClasses} chosen={chosen} onChange={setChosen} />
      {ready ? undefined : (
        <Text size="sm" c="var(--loupe-muted)" role="status">
          {messages.runDialog.chooseAClass}
        </Text>
      )}
      <Stack gap={4}>
        <Text size="sm" fw={500} id="detection-confidence">
          {messages.runDialog.minimumConfidence}: {messages.runDialog.percent(percent)}
        </Text>
        <Slider
          min={0}
          max={95}
          step={5}
          value={percent}
          onChange={setPercent}
          label={value => messages.runDialog.percent(value)}
          thumbProps={{ 'aria-labelledby': 'detection-confidence' }}
        />
      </Stack>
      <Checkbox
        label={messages.runDialog.replaceEarlier}
        description={messages.runDialog.whatStays}
        checked={replaces}
        onChange={event => setReplaces(event.currentTarget.checked)}
      />
    </DialogForm>
  );
}
