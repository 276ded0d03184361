import { Alert, Group, NumberInput, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { DialogForm, Modal, toast } from '#core/ui/web/index.ts';
import type { FieldDraft, FieldKind } from '../common/field-draft.ts';
import { draftProblem, fieldKinds, specOf } from '../common/field-draft.ts';
import type { FieldSpec } from '../common/field-spec.ts';
import { FIELD_NAME_LIMIT } from '../common/field-spec.ts';
import { messages } from './messages.ts';

interface FieldDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly taken: ReadonlySet<string>;
  readonly onAdd: (name: string, spec: FieldSpec) => Promise<void>;
}

/** Makes a field of custom metadata. */
export function FieldDialog(props: FieldDialogProps): JSX.Element {
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={messages.shared.addField} size="sm">
      {props.opened ? <FieldForm {...props} /> : undefined}
    </Modal>
  );
}

function FieldForm({ onClose, taken, onAdd }: FieldDialogProps): JSX.Element {
  const [draft, setDraft] = useState<FieldDraft>({ name: '', kind: 'text', choices: '' });
  const [touched, setTouched] = useState(false);
  const problem = draftProblem(draft, taken);
  const ofName = draft.name.trim() === '' || taken.has(draft.name.trim());
  const bound = (value: string | number): number | undefined => (typeof value === 'number' ? value : undefined);
  const change = (next: Partial<{ [K in keyof FieldDraft]: FieldDraft[K] | undefined }>): void =>
    setDraft(
      Object.fromEntries(
        Object.entries({ ...draft, ...next }).filter(([, value]) => value !== undefined),
      ) as unknown as FieldDraft,
    );

  const submit = async (): Promise<void> => {
    setTouched(true);
    if (problem !== undefined) return;
    await onAdd(draft.name.trim(), specOf(draft));
    toast(messages.fieldDialog.nameIsAdded(draft.name.trim()), { tone: 'success' });
    onClose();
  };
  return (
    <DialogForm action={messages.shared.addField} onSubmit={submit} onCancel={onClose}>
      <TextInput
        label={messages.shared.name}
        data-autofocus
        maxLength={FIELD_NAME_LIMIT}
        value={draft.name}
        error={touched && ofName ? problem : undefined}
        onBlur={() => setTouched(draft.name !== '')}
        onChange={event => change({ name: event.currentTarget.value })}
      />
      <Select
        label={messages.shared.type}
        allowDeselect={false}
        data={Object.entries(fieldKinds).map(([value, label]) => ({ value, label }))}
        value={draft.kind}
        onChange={value => change({ kind: value as FieldKind })}
      />
      {draft.kind === 'number' ? (
        <Group grow gap="xs">
          <NumberInput
            label={messages.fieldDialog.minimum}
            placeholder={messages.fieldDialog.none}
            value={draft.minimum ?? ''}
            onChange={value => change({ minimum: bound(value) })}
          />
          <NumberInput
            label={messages.fieldDialog.maximum}
            placeholder={messages.fieldDialog.none}
            value={draft.maximum ?? ''}
            onChange={value => change({ maximum: bound(value) })}
          />
        </Group>
      ) : undefined}
      <Textarea
        label={messages.fieldDialog.allowedValues}
        description={messages.fieldDialog.onePerLine}
        autosize
        minRows={3}
        maxRows={8}
        value={draft.choices}
        onChange={event => change({ choices: event.currentTarget.value })}
      />
      {touched && !ofName && problem !== undefined ? (
        <Alert color="red" p="xs" role="alert">
          {problem}
        </Alert>
      ) : undefined}
    </DialogForm>
  );
}
