import { MultiSelect, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { DialogForm, Modal } from '#core/ui/web/index.ts';
import type { AttributeGroup } from '#plugins/workspace/classes/common/index.ts';
import { useClasses } from '#plugins/workspace/classes/web/kit/index.ts';
import type { ObjectChange } from '../../common/object-change.ts';
import { messages } from '../messages.ts';
import type { FoundObject } from './use-found-objects.ts';

/** A change of objects, without the objects. */
export type ObjectEdit = Omit<ObjectChange, 'objects'>;

interface ObjectChangeDialogProps {
  readonly projectId: number;
  /** The open form; undefined while the dialog is closed. */
  readonly kind: 'class' | 'attribute' | undefined;
  readonly objects: readonly FoundObject[];
  readonly onClose: () => void;
  readonly onChange: (edit: ObjectEdit) => void;
}

/** Asks for the class or the attribute that objects are given. */
export function ObjectChangeDialog({
  projectId,
  kind,
  objects,
  onClose,
  onChange,
}: ObjectChangeDialogProps): JSX.Element {
  const count = messages.useObjectVerdicts.countObjects(objects.length);
  const form = { projectId, objects, onClose, onChange };
  return (
    <Modal
      opened={kind !== undefined}
      onClose={onClose}
      title={
        kind === 'class' ? messages.objectChangeDialog.classOf(count) : messages.objectChangeDialog.attributeOf(count)
      }
      size="sm"
    >
      {kind === 'class' ? <ClassForm {...form} /> : undefined}
      {kind === 'attribute' ? <AttributeForm {...form} /> : undefined}
    </Modal>
  );
}

type FormProps = Omit<ObjectChangeDialogProps, 'kind'>;

function ClassForm({ projectId, onClose, onChange }: FormProps): JSX.Element {
  const classes = useClasses(projectId).data ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  if (classes.length === 0) return <Text size="sm">{messages.objectChangeDialog.noClasses}</Text>;
  return (
    <DialogForm
      action={messages.objectChangeDialog.changeClass}
      ready={chosen !== null}
      onCancel={onClose}
      onSubmit={async () => onChange({ class_id: Number(chosen) })}
    >
      <Select
        label={messages.objectChangeDialog.class}
        description={messages.objectChangeDialog.newClassHint}
        searchable
        allowDeselect={false}
        data={classes.map(each => ({ value: String(each.id), label: each.name }))}
        value={chosen}
        onChange={setChosen}
        data-autofocus
      />
    </DialogForm>
  );
}

function AttributeForm({ projectId, objects, onClose, onChange }: FormProps): JSX.Element {
  const used = new Set(objects.map(each => each.class_id));
  const classes = (useClasses(projectId).data ?? []).filter(each => used.has(each.id));
  const groups = classes.flatMap(owner =>
    owner.attribute_groups.map(group => ({
      group,
      label: classes.length > 1 ? `${owner.name}: ${group.name}` : group.name,
    })),
  );
  const [chosen, setChosen] = useState<string | null>(null);
  const [values, setValues] = useState<readonly string[]>([]);
  const group = groups.find(each => String(each.group.id) === chosen)?.group;
  if (groups.length === 0) return <Text size="sm">{messages.objectChangeDialog.noAttributes}</Text>;
  return (
    <DialogForm
      action={messages.objectChangeDialog.setAttribute}
      ready={group !== undefined}
      onCancel={onClose}
      onSubmit={async () => onChange({ attribute: { group_id: group!.id, value: valueOf(group!, values) } })}
    >
      <Stack gap="sm">
        <Select
          label={messages.objectChangeDialog.attribute}
          searchable
          allowDeselect={false}
          data={groups.map(each => ({ value: String(each.group.id), label: each.label }))}
          value={chosen}
          onChange={value => {
            setChosen(value);
            setValues([]);
          }}
          data-autofocus
        />
        {group === undefined ? undefined : <ValueInput group={group} values={values} onChange={setValues} />}
      </Stack>
    </DialogForm>
  );
}

interface ValueInputProps {
  readonly group: AttributeGroup;
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
}

/** The value of an attribute group: choices, a number or a text. */
function ValueInput({ group, values, onChange }: ValueInputProps): JSX.Element {
  const label = messages.objectChangeDialog.value;
  const placeholder = messages.objectChangeDialog.noValue;
  const data = group.attributes.map(each => ({ value: String(each.id), label: each.name }));
  const [first = ''] = values;
  if (group.group_type === 'checklist')
    return <MultiSelect label={label} placeholder={placeholder} data={data} value={[...values]} onChange={onChange} />;
  if (group.group_type === 'radio')
    return (
      <Select
        label={label}
        placeholder={placeholder}
        clearable
        data={data}
        value={values[0] ?? null}
        onChange={value => onChange(value === null ? [] : [value])}
      />
    );
  if (group.group_type === 'numeric')
    return (
      <NumberInput
        label={label}
        placeholder={placeholder}
        value={first}
        onChange={value => onChange(value === '' ? [] : [String(value)])}
      />
    );
  return (
    <TextInput
      label={label}
      placeholder={placeholder}
      value={first}
      maxLength={1000}
      onChange={event => onChange(event.currentTarget.value === '' ? [] : [event.currentTarget.value])}
    />
  );
}

function valueOf(group: AttributeGroup, values: readonly string[]): number[] | string | number | null {
  const [first] = values;
  if (group.group_type === 'radio' || group.group_type === 'checklist') return values.map(Number);
  if (first === undefined) return null;
  return group.group_type === 'numeric' ? Number(first) : first;
}
