import { Alert, Button, Group, Modal, NumberInput, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FormEvent, JSX } from 'react';
import { errorText, toast } from '#core/ui/web/index.ts';
import type { FieldDraft, FieldKind } from '../common/field-draft.ts';
import { draftProblem, fieldKinds, specOf } from '../common/field-draft.ts';
import type { FieldSpec } from '../common/field-spec.ts';
import { FIELD_NAME_LIMIT } from '../common/field-spec.ts';

interface FieldDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly taken: ReadonlySet<string>;
  readonly onAdd: (name: string, spec: FieldSpec) => Promise<void>;
}

/** Makes a field of custom metadata. */
export function FieldDialog(props: FieldDialogProps): JSX.Element {
  return <Modal opened={props.opened} onClose={props.onClose} title="Add field" size="sm">{props.opened ? <FieldForm {...props} /> : undefined}</Modal>;
}

function FieldForm({ onClose, taken, onAdd }: FieldDialogProps): JSX.Element {
  const [draft, setDraft] = useState<FieldDraft>({ name: '', kind: 'text', choices: '' });
  const [touched, setTouched] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const problem = draftProblem(draft, taken);
  const ofName = draft.name.trim() === '' || taken.has(draft.name.trim());
  const bound = (value: string | number): number | undefined => (typeof value === 'number' ? value : undefined);
  const change = (next: Partial<{ [K in keyof FieldDraft]: FieldDraft[K] | undefined }>): void => setDraft(Object.fromEntries(Object.entries({ ...draft, ...next }).filter(([, value]) => value !== undefined)) as unknown as FieldDraft);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setTouched(true);
    if (problem !== undefined) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await onAdd(draft.name.trim(), specOf(draft));
      toast(`“${draft.name.trim()}” is added.`, { tone: 'success' });
      onClose();
    } catch (error) {
      setFailure(errorText(error));
      setBusy(false);
    }
  };
  return (
    <form onSubmit={event => void submit(event)}>
      <Stack gap="md">
        <TextInput label="Name" data-autofocus maxLength={FIELD_NAME_LIMIT} value={draft.name} error={touched && ofName ? problem : undefined} onBlur={() => setTouched(draft.name !== '')} onChange={event => change({ name: event.currentTarget.value })} />
        <Select label="Type" allowDeselect={false} data={Object.entries(fieldKinds).map(([value, label]) => ({ value, label }))} value={draft.kind} onChange={value => change({ kind: value as FieldKind })} />
        {draft.kind === 'number' ? (
          <Group grow gap="xs">
            <NumberInput label="Minimum" placeholder="None" value={draft.minimum ?? ''} onChange={value => change({ minimum: bound(value) })} />
            <NumberInput label="Maximum" placeholder="None" value={draft.maximum ?? ''} onChange={value => change({ maximum: bound(value) })} />
          </Group>
        ) : undefined}
        <Textarea label="Allowed values" description="One per line; leave empty for any value" autosize minRows={3} maxRows={8} value={draft.choices} onChange={event => change({ choices: event.currentTarget.value })} />
        {failure ?? (touched && !ofName ? problem : undefined) ? <Alert color="red" p="xs" role="alert">{failure ?? problem}</Alert> : undefined}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>Cancel</Button>
          <Button type="submit" loading={busy}>Add field</Button>
        </Group>
      </Stack>
    </form>
  );
}
