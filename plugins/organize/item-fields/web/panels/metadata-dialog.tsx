import { Button, NumberInput, Skeleton, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { client, Transport } from '#core/api/web/index.ts';
import { Select } from '#core/controls/web/index.ts';
import type { PanelProps } from '#core/kernel/web/index.ts';
import { useCan, useService, useTeam } from '#core/kernel/web/index.ts';
import { DialogForm, EmptyState, ErrorPanel } from '#core/ui/web/index.ts';
import type { Selection, SelectionFormProps } from '#plugins/workspace/items/web/kit/index.ts';
import { ItemActions, SelectionDialog } from '#plugins/workspace/items/web/kit/index.ts';
import { customMetadataApi } from '../../common/api.ts';
import { limitsText } from '../../common/field-draft.ts';
import type { FieldSpec } from '../../common/field-spec.ts';
import { FIELD_TEXT_LIMIT, valueFits } from '../../common/field-spec.ts';
import { messages } from '../messages.ts';
import { MetadataDialogStore } from '../metadata-dialog-store.ts';

/** Fills a field of the selected items, or empties it. */
export default function MetadataDialog({ context }: PanelProps): JSX.Element {
  const projectId = Number(context['projectId']);
  const store = useService(MetadataDialogStore);
  const selection = useSnapshot(store.state).selection as Selection | undefined;
  const close = (): void => store.ask(undefined);
  return (
    <SelectionDialog selection={selection} onClose={close} title={messages.metadataDialog.fieldsOfThings}>
      {chosen => <Form projectId={projectId} selection={chosen} onDone={close} />}
    </SelectionDialog>
  );
}

function Form({ projectId, selection, onDone }: SelectionFormProps): JSX.Element {
  const actions = useService(ItemActions);
  const api = client(customMetadataApi, useService(Transport));
  const team = useTeam();
  const sets = useCan('UpdateProjectSettings');
  const [name, setName] = useState<string>();
  const [value, setValue] = useState<string | number>('');
  const fields = useQuery({
    queryKey: ['item-fields', 'fields', projectId],
    queryFn: ({ signal }) => api.getFields({ query: { project_id: projectId }, signal }),
  });
  if (fields.error !== null) return <ErrorPanel error={fields.error} onRetry={() => void fields.refetch()} />;
  if (fields.data === undefined) return <Skeleton h={140} />;
  const names = Object.keys(fields.data);
  if (names.length === 0) {
    return (
      <EmptyState icon="list" text={messages.metadataDialog.thisProjectHasNoFields}>
        {sets ? (
          <Button
            variant="default"
            component={Link}
            to={`/t/${team.id}/p/${projectId}/setup/custom-metadata`}
            onClick={onDone}
          >
            {messages.metadataDialog.openItemFields}
          </Button>
        ) : undefined}
      </EmptyState>
    );
  }
  const spec = name === undefined ? undefined : (fields.data[name] as FieldSpec);
  const entry = value === '' ? null : spec?.type === 'number' ? Number(value) : String(value);
  const fits = spec !== undefined && (entry === null || valueFits(entry, spec));
  const submit = async (): Promise<void> => {
    onDone();
    void actions.change(projectId, selection, { kind: 'metadata', value: { values: { [name!]: entry } } });
  };
  return (
    <DialogForm
      action={entry === null ? messages.metadataDialog.emptyField : messages.metadataDialog.setValue}
      ready={fits}
      onCancel={onDone}
      onSubmit={submit}
    >
      <Select
        label={messages.metadataDialog.field}
        placeholder={messages.metadataDialog.chooseAField}
        data-autofocus
        searchable
        allowDeselect={false}
        value={name ?? null}
        onChange={next => {
          setName(next ?? undefined);
          setValue('');
        }}
        data={names}
        nothingFoundMessage={messages.metadataDialog.noSuchField}
      />
      {spec === undefined ? undefined : (
        <Entry
          key={name}
          spec={spec}
          value={value}
          error={
            fits
              ? undefined
              : limitsText(spec) === ''
                ? messages.metadataDialog.thisDoesNotFitTheField
                : messages.metadataDialog.mustBeLimitsText(limitsText(spec))
          }
          onChange={setValue}
        />
      )}
    </DialogForm>
  );
}

function Entry({
  spec,
  value,
  error,
  onChange,
}: {
  readonly spec: FieldSpec;
  readonly value: string | number;
  readonly error: string | undefined;
  readonly onChange: (value: string | number) => void;
}): JSX.Element {
  const look = {
    label: messages.metadataDialog.value,
    description: messages.metadataDialog.emptyTakesAwayWhatStands,
    ...(error === undefined ? {} : { error }),
  };
  if (Array.isArray(spec.enum) && spec.enum.length > 0)
    return (
      <Select
        {...look}
        clearable
        searchable
        placeholder={messages.metadataDialog.empty}
        value={value === '' ? null : String(value)}
        onChange={next => onChange(next ?? '')}
        data={spec.enum.map(String)}
      />
    );
  if (spec.type === 'number')
    return <NumberInput {...look} placeholder={messages.metadataDialog.empty} value={value} onChange={onChange} />;
  return (
    <TextInput
      {...look}
      placeholder={spec.format === 'date' ? '2026-01-31' : messages.metadataDialog.empty}
      maxLength={FIELD_TEXT_LIMIT}
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
    />
  );
}
