import { MultiSelect, NumberInput, SimpleGrid, TagsInput, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { client, Transport } from '#core/api/web/index.ts';
import { Select } from '#core/controls/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { DialogForm, Modal, Segments } from '#core/ui/web/index.ts';
import { projectsApi } from '#plugins/workspace/projects/common/index.ts';
import { allProjects, SHOWN_PROJECTS } from '#plugins/workspace/projects/web/kit/index.ts';
import type { Score, ScoreAudience, ScoreDraft, ScorePayload, ScoreType } from '../common/score.ts';
import { payloadProblem, scoreAudiences, scoreTypes } from '../common/score.ts';
import { audienceTitles, scoreTypeTitles } from '../common/score-text.ts';
import { messages } from './messages.ts';
import { ScoresClient } from './scores-client.ts';

interface ScoreDialogProps {
  /** Undefined for a new one. */
  readonly score: Score | undefined;
  /** Initial values of a new one. */
  readonly start?: Partial<ScoreDraft> | undefined;
  readonly all: readonly Score[];
  readonly onClose: () => void;
  readonly onSaved: (name: string) => void;
}

const HELP: Readonly<Record<string, string>> = {
  'payload.max': messages.scoreDialog.mostMustBeMoreThanLeast,
  'payload.step': messages.scoreDialog.stepCantBeLarger,
  'payload.options': messages.scoreDialog.nameAtLeastOneOption,
};

/** Makes a score template, or changes all of it but its kind. */
export function ScoreDialog({ score, start, all, onClose, onSaved }: ScoreDialogProps): JSX.Element {
  const { templates } = useService(ScoresClient);
  const projects = client(projectsApi, useService(Transport));
  const begun = score ?? start;
  const [name, setName] = useState(begun?.name ?? '');
  const [description, setDescription] = useState(begun?.description ?? '');
  const [type, setType] = useState<ScoreType>(begun?.type ?? 'rating');
  const [payload, setPayload] = useState<ScorePayload>(
    begun?.payload ?? { numberOfStars: 5, min: 0, max: 100, step: 1, options: [] },
  );
  const [within, setWithin] = useState<readonly string[] | undefined>(score?.project_ids?.map(String));
  const [audience, setAudience] = useState<ScoreAudience>(score?.visible_to ?? 'everyone');
  const list = useQuery({
    queryKey: ['scores', 'projects'],
    enabled: within !== undefined,
    queryFn: () => allProjects(projects),
  });

  const taken = all.some(each => each.id !== score?.id && each.name.toLowerCase() === name.trim().toLowerCase());
  const own: ScorePayload =
    type === 'rating'
      ? { numberOfStars: payload.numberOfStars }
      : type === 'number'
        ? { min: payload.min, max: payload.max, ...(payload.step === undefined ? {} : { step: payload.step }) }
        : { options: payload.options };
  const problem =
    (payload.options ?? []).length === 0 && type === 'radio' ? { field: 'payload.options' } : payloadProblem(type, own);
  const submit = async (): Promise<void> => {
    const body = {
      name: name.trim(),
      description: description.trim() === '' ? null : description,
      payload: own,
      project_ids: within === undefined ? null : within.map(Number),
      visible_to: audience,
    };
    if (score === undefined) await templates.createScore({ body: { ...body, type } });
    else await templates.updateScore({ params: { id: score.id }, body });
    onSaved(name.trim());
  };
  const number = (word: 'min' | 'max' | 'step', label: string): JSX.Element => (
    <NumberInput
      label={label}
      value={payload[word] ?? ''}
      onChange={value =>
        setPayload(({ [word]: _, ...rest }) => (typeof value === 'number' ? { ...rest, [word]: value } : rest))
      }
    />
  );

  return (
    <Modal
      opened
      onClose={onClose}
      title={score === undefined ? messages.shared.newScore : messages.scoreDialog.editScore}
      size="md"
    >
      <DialogForm
        action={score === undefined ? messages.scoreDialog.create : messages.scoreDialog.save}
        ready={name.trim() !== '' && !taken && problem === undefined && within?.length !== 0}
        onSubmit={submit}
        onCancel={onClose}
      >
        <TextInput
          label={messages.shared.name}
          data-autofocus
          maxLength={200}
          value={name}
          error={taken ? messages.scoreDialog.scoreWithThisNameAlreadyExists : undefined}
          onChange={event => setName(event.currentTarget.value)}
        />
        <Textarea
          label={messages.scoreDialog.description}
          description={messages.scoreDialog.meaningOfTheValue}
          autosize
          minRows={2}
          maxRows={5}
          maxLength={2000}
          value={description}
          onChange={event => setDescription(event.currentTarget.value)}
        />
        <Select
          label={messages.shared.kind}
          description={
            score === undefined ? messages.scoreDialog.itCantBeChangedLater : messages.scoreDialog.itCantBeChanged
          }
          disabled={score !== undefined}
          allowDeselect={false}
          value={type}
          data={scoreTypes.map(value => ({ value, label: scoreTypeTitles[value] }))}
          onChange={value => setType(value ?? type)}
        />
        {type === 'rating' ? (
          <NumberInput
            label={messages.scoreDialog.stars}
            min={1}
            max={10}
            clampBehavior="strict"
            allowDecimal={false}
            value={payload.numberOfStars ?? ''}
            onChange={value =>
              setPayload(({ numberOfStars: _, ...rest }) =>
                typeof value === 'number' ? { ...rest, numberOfStars: value } : rest,
              )
            }
          />
        ) : undefined}
        {type === 'number' ? (
          <SimpleGrid cols={3} spacing="xs">
            {number('min', messages.scoreDialog.least)}
            {number('max', messages.scoreDialog.most)}
            {number('step', messages.scoreDialog.step)}
          </SimpleGrid>
        ) : undefined}
        {type === 'radio' ? (
          <TagsInput
            label={messages.scoreDialog.options}
            description={messages.scoreDialog.pressEnterAfterEach}
            splitChars={[',', ';']}
            value={(payload.options ?? []).map(each => String(each.value))}
            onChange={options => setPayload({ ...payload, options: options.map(value => ({ value })) })}
          />
        ) : undefined}
        {problem === undefined || HELP[problem.field] === undefined ? undefined : (
          <Text size="sm" c="var(--loupe-muted)">
            {HELP[problem.field]}
          </Text>
        )}
        <div>
          <Segments
            aria-label={messages.shared.usedIn}
            data={[
              { value: 'all', label: messages.shared.allProjects },
              { value: 'some', label: messages.scoreDialog.chosenProjects },
            ]}
            value={within === undefined ? 'all' : 'some'}
            onChange={value => setWithin(value === 'all' ? undefined : [])}
          />
          {within === undefined ? undefined : (
            <MultiSelect
              mt="xs"
              aria-label={messages.scoreDialog.projects}
              searchable
              limit={SHOWN_PROJECTS}
              placeholder={within.length === 0 ? messages.scoreDialog.chooseProjects : ''}
              data={(list.data ?? []).map(each => ({ value: String(each.id), label: each.name }))}
              value={[...within]}
              error={list.error === null ? undefined : messages.scoreDialog.projectsCouldNotBeRead}
              onChange={setWithin}
            />
          )}
        </div>
        <Select
          label={messages.scoreDialog.whoSeesTheValues}
          allowDeselect={false}
          value={audience}
          data={scoreAudiences.map(value => ({ value, label: audienceTitles[value] }))}
          onChange={value => setAudience(value ?? audience)}
        />
      </DialogForm>
    </Modal>
  );
}
