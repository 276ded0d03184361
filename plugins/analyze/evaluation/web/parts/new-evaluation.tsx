import { Checkbox, NumberInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { client, Transport } from '#core/api/web/index.ts';
import { Select } from '#core/controls/web/index.ts';
import { useAddressOf, useCan, useService } from '#core/kernel/web/index.ts';
import { DialogForm, Modal, Segments } from '#core/ui/web/index.ts';
import { keepingApi, snapshotApi } from '#plugins/analyze/explore/common/index.ts';
import { contributorsApi } from '#plugins/workspace/projects/common/index.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import type { EvaluationTask } from '../../common/metric/evaluated-object.ts';
import { evaluationTasks } from '../../common/metric/evaluated-object.ts';
import type { PredictionSet } from '../../common/prediction-shapes.ts';
import { EvaluationClient } from '../evaluation-client.ts';
import { messages, taskTitles } from '../messages.ts';
import { evaluationKey } from '../use-evaluation.ts';

interface NewEvaluationProps {
  readonly opened: boolean;
  /** The set that is chosen first. */
  readonly setId: number | undefined;
  readonly sets: readonly PredictionSet[];
  readonly onClose: () => void;
  readonly onStarted: (id: number) => void;
}

/** Asks what is compared with what, and begins it. */
export function NewEvaluation({ opened, onClose, ...others }: NewEvaluationProps): JSX.Element {
  return (
    <Modal opened={opened} onClose={onClose} title={messages.newEvaluation.title} size="md">
      {opened ? <EvaluationForm onClose={onClose} {...others} /> : undefined}
    </Modal>
  );
}

type Scope = 'all' | 'query' | 'subset' | 'version';

/** Returns the kind that most objects of a set are of. */
function taskOf(set: PredictionSet | undefined): EvaluationTask {
  const types = set?.report?.types ?? { box: 1, area: 0, tag: 0, span: 0 };
  const most = Math.max(...Object.values(types));
  return types.area === most ? 'shapes' : types.tag === most ? 'tags' : types.span === most ? 'spans' : 'boxes';
}

function EvaluationForm({ setId, sets, onClose, onStarted }: Omit<NewEvaluationProps, 'opened'>): JSX.Element {
  const addressOf = useAddressOf();
  const project = useProject();
  const { api } = useService(EvaluationClient);
  const transport = useService(Transport);
  const searches = useCan('RunExplore');
  const ready = sets.filter(each => each.state === 'ready');
  const first = setId ?? ready[0]?.id;
  const [subject, setSubject] = useState<string | null>(first === undefined ? null : `set ${first}`);
  const [reference, setReference] = useState('');
  const [task, setTask] = useState(taskOf(ready.find(each => each.id === first)));
  const [overlap, setOverlap] = useState<string | number>(0.5);
  const [asked, setScope] = useState<Scope>('all');
  const frozen = subject?.startsWith('person ') !== true && reference === '';
  const scope = asked === 'version' && !frozen ? 'all' : asked;
  const [query, setQuery] = useState('');
  const [subsetId, setSubsetId] = useState<string | null>(null);
  const [versionId, setVersionId] = useState<string | null>(null);
  const [only, setOnly] = useState(false);
  const people = useQuery({
    queryKey: [...evaluationKey(project.id), 'people'],
    queryFn: async () =>
      (
        await client(contributorsApi, transport).listContributors({
          params: { project_id: project.id },
          query: { limit: 2000 },
        })
      ).data,
  });
  const subsets = useQuery({
    queryKey: [...evaluationKey(project.id), 'subsets'],
    queryFn: async () =>
      (await client(keepingApi, transport).listSubsets({ query: { project_id: project.id, limit: 500 } })).data,
    enabled: searches && scope === 'subset',
  });
  const versions = useQuery({
    queryKey: [...evaluationKey(project.id), 'versions'],
    queryFn: async () =>
      (
        await client(snapshotApi, transport).listSnapshots({ query: { project_id: project.id, limit: 200 } })
      ).data.filter(each => each.state === 'ready'),
    enabled: searches && scope === 'version',
  });
  const emails = (people.data ?? []).map(each => each.email.toLowerCase());
  const start = async (): Promise<void> => {
    const [kind, value] = [subject!.slice(0, subject!.indexOf(' ')), subject!.slice(subject!.indexOf(' ') + 1)];
    const { id } = await api.startEvaluation({
      params: { project_id: project.id },
      body: {
        task,
        overlap: Number(overlap),
        only_predicted: only,
        query: scope === 'query' ? query : '',
        ...(kind === 'set' ? { prediction_set_id: Number(value) } : { annotator: value }),
        ...(reference === '' ? {} : { reference }),
        ...(scope === 'subset' ? { subset_id: Number(subsetId) } : {}),
        ...(scope === 'version' ? { snapshot_id: Number(versionId) } : {}),
      },
    });
    onClose();
    onStarted(id);
  };
  const choose = (value: string | null): void => {
    setSubject(value);
    if (value?.startsWith('set ') === true) setTask(taskOf(ready.find(each => `set ${each.id}` === value)));
  };
  const isComplete =
    subject !== null &&
    Number(overlap) >= 0.05 &&
    Number(overlap) <= 1 &&
    (scope !== 'query' || query.trim() !== '') &&
    (scope !== 'subset' || subsetId !== null) &&
    (scope !== 'version' || versionId !== null);
  return (
    <DialogForm action={messages.shared.evaluate} ready={isComplete} onCancel={onClose} onSubmit={start}>
      <Select
        label={messages.newEvaluation.compare}
        data={[
          {
            group: messages.newEvaluation.predictionsGroup,
            items: ready.map(each => ({
              value: `set ${each.id}`,
              label: [each.name, each.model, each.version].filter(part => part !== '').join(' · '),
            })),
          },
          {
            group: messages.newEvaluation.peopleGroup,
            items: emails.map(email => ({ value: `person ${email}`, label: addressOf(email) })),
          },
        ]}
        value={subject}
        onChange={choose}
      />
      <Select
        label={messages.newEvaluation.against}
        allowDeselect={false}
        data={[
          { value: '', label: messages.shared.annotations },
          ...emails
            .filter(email => `person ${email}` !== subject)
            .map(email => ({ value: email, label: addressOf(email) })),
        ]}
        value={reference}
        onChange={value => setReference(value ?? '')}
      />
      <Select<EvaluationTask>
        label={messages.newEvaluation.kind}
        allowDeselect={false}
        data={evaluationTasks.map(value => ({ value, label: taskTitles[value] }))}
        value={task}
        onChange={value => setTask(value ?? 'boxes')}
      />
      {task === 'tags' ? undefined : (
        <NumberInput
          label={messages.newEvaluation.overlap}
          description={messages.newEvaluation.overlapHint}
          min={0.05}
          max={1}
          step={0.05}
          decimalScale={2}
          value={overlap}
          onChange={setOverlap}
        />
      )}
      {searches ? (
        <Segments<Scope>
          aria-label={messages.newEvaluation.items}
          data={[
            { value: 'all', label: messages.newEvaluation.allItems },
            { value: 'query', label: messages.newEvaluation.byQuery },
            { value: 'subset', label: messages.newEvaluation.inSubset },
            // A dataset version has no copies of people.
            ...(frozen ? [{ value: 'version' as const, label: messages.newEvaluation.inVersion }] : []),
          ]}
          value={scope}
          onChange={setScope}
        />
      ) : undefined}
      {scope === 'query' ? (
        <TextInput
          label={messages.newEvaluation.query}
          placeholder={messages.newEvaluation.queryExample}
          value={query}
          onChange={event => setQuery(event.currentTarget.value)}
        />
      ) : undefined}
      {scope === 'subset' ? (
        <Select
          label={messages.newEvaluation.subset}
          data={(subsets.data ?? []).map(each => ({ value: String(each.id), label: each.name }))}
          value={subsetId}
          onChange={setSubsetId}
        />
      ) : undefined}
      {scope === 'version' ? (
        <Select
          label={messages.newEvaluation.version}
          description={
            versions.data?.length === 0 ? messages.newEvaluation.noVersions : messages.newEvaluation.versionHint
          }
          data={(versions.data ?? []).map(each => ({ value: String(each.id), label: each.name }))}
          value={versionId}
          onChange={setVersionId}
        />
      ) : undefined}
      <Checkbox
        label={messages.newEvaluation.onlyPredicted}
        description={messages.newEvaluation.onlyPredictedHint}
        checked={only}
        onChange={event => setOnly(event.currentTarget.checked)}
      />
    </DialogForm>
  );
}
