import { Autocomplete, Group, JsonInput, MultiSelect, NumberInput, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { DialogForm, Modal } from '#core/ui/web/index.ts';
import type { Credential, Model } from '../common/model.ts';
import { reasoningEfforts, verbosities } from '../common/model.ts';
import { providerOf } from '../common/provider.ts';
import { messages } from './messages.ts';
import { ModelsClient } from './models-client.ts';

interface ModelDialogProps {
  /** Undefined for a new one. */
  readonly model: Model | undefined;
  readonly credentials: readonly Credential[];
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onSaved: (model: Model) => void;
}

/** Makes a model of the team, or changes its settings. */
export function ModelDialog(props: ModelDialogProps): JSX.Element {
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={props.model === undefined ? messages.shared.newModel : messages.modelDialog.editModel}
      size={640}
    >
      {props.opened ? <ModelForm {...props} /> : undefined}
    </Modal>
  );
}

const capital = (word: string): string => word[0]!.toUpperCase() + word.slice(1);
const number = (value: number | string): number | null => (typeof value === 'number' ? value : null);

function ModelForm({ model, credentials, onClose, onSaved }: ModelDialogProps): JSX.Element {
  const { api, projects } = useService(ModelsClient);
  const team = useTeam();
  const [draft, setDraft] = useState({
    name: model?.name ?? '',
    description: model?.description ?? '',
    credential_id: model?.credential_id ?? credentials[0]?.id ?? 0,
    model: model?.model ?? '',
    instructions: model?.instructions ?? '',
    temperature: model?.temperature ?? null,
    max_tokens: model?.max_tokens ?? null,
    reasoning_effort: model?.reasoning_effort ?? null,
    verbosity: model?.verbosity ?? null,
    timeout_seconds: model?.timeout_seconds ?? 60,
    retries: model?.retries ?? 2,
    response_format: model?.response_format ?? ('text' as const),
    price_in: model?.price_in ?? null,
    price_out: model?.price_out ?? null,
    project_ids: model?.project_ids ?? null,
  });
  const [schema, setSchema] = useState(
    model?.response_schema === null || model === undefined ? '' : JSON.stringify(model.response_schema, undefined, 2),
  );
  const put = (change: Partial<typeof draft>): void => setDraft(before => ({ ...before, ...change }));
  const offers = useQuery({
    queryKey: ['models', 'offers', draft.credential_id],
    enabled: draft.credential_id > 0,
    staleTime: 300_000,
    retry: false,
    queryFn: ({ signal }) => api.checkCredential({ params: { credential_id: draft.credential_id }, signal }),
  });
  const all = useQuery({
    queryKey: ['models', 'projects', team.id],
    queryFn: async () => (await projects.listProjects({ query: { limit: 2000 } })).data,
  });
  const parsed = schemaOf(schema);
  // Anthropic has no such switches: its effort is given in tokens.
  const thinks =
    providerOf(credentials.find(each => each.id === draft.credential_id)?.provider ?? '')?.contract !== 'anthropic';
  const ready =
    draft.name.trim() !== '' &&
    draft.model.trim() !== '' &&
    draft.credential_id > 0 &&
    parsed !== undefined &&
    draft.project_ids?.length !== 0;
  const submit = async (): Promise<void> => {
    const body = {
      ...draft,
      ...(thinks ? {} : { reasoning_effort: null, verbosity: null }),
      response_schema: draft.response_format === 'json' ? (parsed ?? null) : null,
    };
    onSaved(
      model === undefined
        ? await api.createModel({ body })
        : await api.updateModel({ params: { model_id: model.id }, body }),
    );
  };
  return (
    <DialogForm
      action={model === undefined ? messages.shared.create : messages.shared.save}
      ready={ready}
      onSubmit={submit}
      onCancel={onClose}
    >
      <TextInput
        label={messages.shared.name}
        description={messages.modelDialog.formsAndScriptsCall}
        data-autofocus
        required
        maxLength={100}
        value={draft.name}
        onChange={event => put({ name: event.currentTarget.value })}
      />
      <TextInput
        label={messages.modelDialog.description}
        maxLength={500}
        value={draft.description}
        onChange={event => put({ description: event.currentTarget.value })}
      />
      <Group grow align="start">
        <Select
          label={messages.shared.credential}
          required
          allowDeselect={false}
          data={credentials.map(each => ({ value: String(each.id), label: each.name }))}
          value={String(draft.credential_id)}
          onChange={value => put({ credential_id: Number(value) })}
        />
        <Autocomplete
          size="xs"
          label={messages.shared.model}
          required
          maxLength={200}
          description={offers.data?.ok === false ? offers.data.message : messages.modelDialog.whatTheProviderCallsIt}
          data={[...new Set(offers.data?.models ?? [])]}
          limit={50}
          value={draft.model}
          onChange={value => put({ model: value })}
        />
      </Group>
      <Textarea
        label={messages.modelDialog.instructions}
        description={messages.modelDialog.sentToTheModelBefore}
        autosize
        minRows={2}
        maxRows={10}
        maxLength={20_000}
        value={draft.instructions}
        onChange={event => put({ instructions: event.currentTarget.value })}
      />
      <Group grow align="end">
        <NumberInput
          label={messages.modelDialog.temperature}
          placeholder={messages.modelDialog.asTheProviderSetsIt}
          min={0}
          max={2}
          step={0.1}
          decimalScale={2}
          value={draft.temperature ?? ''}
          onChange={value => put({ temperature: number(value) })}
        />
        <NumberInput
          label={messages.modelDialog.mostTokensOfAnAnswer}
          placeholder={messages.shared.noLimit}
          min={1}
          max={200_000}
          allowDecimal={false}
          value={draft.max_tokens ?? ''}
          onChange={value => put({ max_tokens: number(value) })}
        />
      </Group>
      {thinks ? (
        <Group grow align="end">
          <Select
            label={messages.modelDialog.reasoningEffort}
            clearable
            placeholder={messages.modelDialog.asTheProviderSetsIt}
            data={reasoningEfforts.map(each => ({ value: each, label: capital(each) }))}
            value={draft.reasoning_effort}
            onChange={value => put({ reasoning_effort: reasoningEfforts.find(each => each === value) ?? null })}
          />
          <Select
            label={messages.modelDialog.verbosity}
            clearable
            placeholder={messages.modelDialog.asTheProviderSetsIt}
            data={verbosities.map(each => ({ value: each, label: capital(each) }))}
            value={draft.verbosity}
            onChange={value => put({ verbosity: verbosities.find(each => each === value) ?? null })}
          />
        </Group>
      ) : undefined}
      <Group grow align="end">
        <NumberInput
          label={messages.modelDialog.timeoutInSeconds}
          min={1}
          max={300}
          allowDecimal={false}
          value={draft.timeout_seconds}
          onChange={value => put({ timeout_seconds: number(value) ?? 60 })}
        />
        <NumberInput
          label={messages.modelDialog.retries}
          min={0}
          max={5}
          allowDecimal={false}
          value={draft.retries}
          onChange={value => put({ retries: number(value) ?? 0 })}
        />
        <Select
          label={messages.modelDialog.answersWith}
          allowDeselect={false}
          data={[
            { value: 'text', label: messages.modelDialog.text },
            { value: 'json', label: 'JSON' },
          ]}
          value={draft.response_format}
          onChange={value => put({ response_format: value === 'json' ? 'json' : 'text' })}
        />
      </Group>
      {draft.response_format === 'json' ? (
        <JsonInput
          size="xs"
          label={messages.modelDialog.jsonSchema}
          description={messages.modelDialog.leaveItEmptyForAnyJson}
          autosize
          minRows={3}
          maxRows={12}
          value={schema}
          error={parsed === undefined ? messages.modelDialog.thisIsNotAJsonObject : undefined}
          onChange={setSchema}
        />
      ) : undefined}
      <Group grow align="end">
        <NumberInput
          label={messages.modelDialog.dollarsPerMillionTokensIn}
          placeholder={messages.modelDialog.notKnown}
          min={0}
          max={100_000}
          value={draft.price_in ?? ''}
          onChange={value => put({ price_in: number(value) })}
        />
        <NumberInput
          label={messages.modelDialog.dollarsPerMillionTokensOut}
          placeholder={messages.modelDialog.notKnown}
          min={0}
          max={100_000}
          value={draft.price_out ?? ''}
          onChange={value => put({ price_out: number(value) })}
        />
      </Group>
      <MultiSelect
        label={messages.shared.projects}
        description={messages.modelDialog.formsOfTheseProjects}
        searchable
        clearable
        nothingFoundMessage={messages.modelDialog.noProjectMatches}
        data={(all.data ?? []).map(each => ({ value: String(each.id), label: each.name }))}
        value={(draft.project_ids ?? []).map(String)}
        onChange={values => put({ project_ids: values.length === 0 ? null : values.map(Number) })}
      />
    </DialogForm>
  );
}

/** Null for an empty text, undefined for what is no JSON object. */
function schemaOf(text: string): Record<string, unknown> | null | undefined {
  if (text.trim() === '') return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
