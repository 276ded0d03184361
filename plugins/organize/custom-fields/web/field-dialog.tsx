import { Alert, Button, Group, MultiSelect, NumberInput, Stack, TagsInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { projectRoles, teamRoles } from '#core/permissions/common/index.ts';
import { errorText, Modal, useOnceAtATime } from '#core/ui/web/index.ts';
import { componentTitles } from '../common/field-text.ts';
import type { EntityPair, Template } from '../common/template.ts';
import { components, payloadProblem } from '../common/template.ts';
import { CustomFieldsClient, pairQuery } from './custom-fields-client.ts';
import { messages } from './messages.ts';

interface FieldDialogProps {
  /** Undefined for a new one. */
  readonly field: Template | undefined;
  readonly pair: EntityPair;
  readonly all: readonly Template[];
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onSaved: (name: string) => void;
}

const PROJECT_ROLES = [
  { value: String(projectRoles.annotator), label: messages.fieldDialog.annotators },
  { value: String(projectRoles.qa), label: 'QA' },
  { value: String(projectRoles.projectAdmin), label: messages.fieldDialog.projectAdmins },
];
const rolesOf = (pair: EntityPair): { value: string; label: string }[] => [
  { value: String(teamRoles.contributor), label: messages.fieldDialog.allContributors },
  ...(pair === 'Contributor/Team' ? [] : PROJECT_ROLES),
];

/** Makes a custom field, or changes all of it but its kind. */
export function FieldDialog(props: FieldDialogProps): JSX.Element {
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={props.field === undefined ? messages.shared.newField : messages.fieldDialog.editField}
      size="md"
    >
      {props.opened ? <FieldForm key={props.field?.id ?? 'new'} {...props} /> : undefined}
    </Modal>
  );
}

function FieldForm({ field, pair, all, onClose, onSaved }: FieldDialogProps): JSX.Element {
  const { api } = useService(CustomFieldsClient);
  const held = field?.component_payload;
  const [name, setName] = useState(field?.name ?? '');
  const [component, setComponent] = useState<number>(field?.component_id ?? components.text);
  const [options, setOptions] = useState<string[]>((held?.options ?? []).map(each => each.value));
  const [numbers, setNumbers] = useState<Readonly<Record<'min' | 'max' | 'step', number | undefined>>>({
    min: held?.configs?.min ?? undefined,
    max: held?.configs?.max ?? undefined,
    step: held?.configs?.step ?? undefined,
  });
  const [suffix, setSuffix] = useState(held?.configs?.suffix ?? '');
  const [view, setView] = useState<string[]>((field?.access.view ?? []).map(String));
  const [edit, setEdit] = useState<string[]>((field?.access.edit ?? []).map(String));
  const selects = component === components.singleSelect || component === components.multiSelect;
  const numeric = component === components.numeric;
  const payload = {
    ...held,
    ...(selects ? { options: options.map(value => ({ value })) } : {}),
    ...(numeric ? { configs: { ...numbers, suffix: suffix === '' ? null : suffix } } : {}),
  };
  const taken = all.some(each => each.id !== field?.id && each.name.toLowerCase() === name.trim().toLowerCase());
  const problem = payloadProblem(component, payload);
  // Who edits must see.
  const access = { view: [...new Set([...view, ...edit])].map(Number), edit: edit.map(Number) };

  const saving = useMutation({
    mutationFn: async () => {
      const body = { name: name.trim(), component_payload: payload, access };
      if (field === undefined)
        await api.createTemplate({ query: pairQuery(pair), body: { ...body, component_id: component } });
      else await api.updateTemplate({ params: { id: field.id }, body });
      onSaved(name.trim());
    },
  });
  const save = useOnceAtATime(saving);
  const failure = saving.error === null ? undefined : errorText(saving.error);
  const bound = (word: 'min' | 'max' | 'step', label: string): JSX.Element => (
    <NumberInput
      label={label}
      value={numbers[word] ?? ''}
      onChange={value => setNumbers(current => ({ ...current, [word]: typeof value === 'number' ? value : undefined }))}
    />
  );

  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        save();
      }}
    >
      <Stack gap="md">
        <TextInput
          label={messages.shared.name}
          data-autofocus
          maxLength={200}
          value={name}
          error={taken ? messages.fieldDialog.thisNameAlreadyExists : undefined}
          onChange={event => {
            setName(event.currentTarget.value);
            if (saving.isError) saving.reset();
          }}
        />
        <Select
          label={messages.shared.kind}
          description={
            field === undefined ? messages.fieldDialog.itCantBeChangedLater : messages.fieldDialog.itCantBeChanged
          }
          disabled={field !== undefined}
          allowDeselect={false}
          value={String(component)}
          data={Object.entries(componentTitles)
            .filter(([id]) => Number(id) !== components.permissions || pair === 'Contributor/Team')
            .map(([value, label]) => ({ value, label }))}
          onChange={value => setComponent(Number(value ?? component))}
        />
        {selects ? (
          <TagsInput
            label={messages.shared.options}
            description={messages.fieldDialog.pressEnterAfterEach}
            splitChars={[',', ';']}
            value={options}
            onChange={setOptions}
          />
        ) : undefined}
        {numeric ? (
          <Group grow align="flex-start" gap="xs">
            {bound('min', messages.fieldDialog.least)}
            {bound('max', messages.fieldDialog.most)}
            {bound('step', messages.fieldDialog.step)}
            <TextInput
              label={messages.fieldDialog.unit}
              maxLength={50}
              value={suffix}
              onChange={event => setSuffix(event.currentTarget.value)}
            />
          </Group>
        ) : undefined}
        {numeric && problem !== undefined ? (
          <Alert color="red" p="xs">
            {messages.fieldDialog.mostMustNotBeLess}
          </Alert>
        ) : undefined}
        {component === components.permissions ? undefined : (
          <>
            <MultiSelect
              label={messages.fieldDialog.whoSeesIt}
              description={messages.fieldDialog.besidesTeamAdmins}
              data={rolesOf(pair)}
              value={view}
              onChange={setView}
            />
            <MultiSelect
              label={messages.fieldDialog.whoEditsIt}
              description={messages.fieldDialog.besidesTeamAdminsThey}
              data={rolesOf(pair)}
              value={edit}
              onChange={setEdit}
            />
          </>
        )}
        {failure === undefined ? undefined : (
          <Alert color="red" p="xs" role="alert">
            {failure}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {messages.fieldDialog.cancel}
          </Button>
          <Button
            type="submit"
            loading={saving.isPending}
            disabled={name.trim() === '' || taken || problem !== undefined}
          >
            {field === undefined ? messages.fieldDialog.create : messages.fieldDialog.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
