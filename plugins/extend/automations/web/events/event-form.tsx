import { ActionIcon, Button, Checkbox, Group, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { DialogForm, Icon, Modal, toast } from '#core/ui/web/index.ts';
import type { FieldType } from '../../common/event-fields.ts';
import { eventFields, fieldTypes } from '../../common/event-fields.ts';
import type { CustomEventView } from '../../common/intake-api.ts';
import { AutomationsClient, automationsKey } from '../automations-client.ts';
import { messages } from '../messages.ts';

interface FieldRow {
  readonly id: number;
  readonly key: string;
  readonly type: FieldType;
  readonly required: boolean;
  /** Values of a selection, separated by commas. */
  readonly options: string;
}

interface EventFormProps {
  /** Undefined makes a new one. */
  readonly event: CustomEventView | undefined;
  readonly onClose: () => void;
}

/** Creates or changes a custom event. */
export function EventForm({ event, onClose }: EventFormProps): JSX.Element {
  const { intake } = useService(AutomationsClient);
  const team = useTeam();
  const queries = useQueryClient();
  const [name, setName] = useState(event?.name ?? '');
  const [description, setDescription] = useState(event?.description ?? '');
  const [firedBy, setFiredBy] = useState(event?.fired_by ?? 'managers');
  const [rows, setRows] = useState<readonly FieldRow[]>(
    event?.fields.map(({ options = [], ...field }, id) => ({ id, ...field, options: options.join(', ') })) ?? [],
  );
  const change = (id: number, part: Partial<FieldRow>): void =>
    setRows(rows.map(each => (each.id === id ? { ...each, ...part } : each)));
  const fields = eventFields.safeParse(rows.map(fieldOf));
  const [tried, setTried] = useState(false);
  /** The first problem of a part of a field; of all fields together where none is named. */
  const problem = (...path: readonly (string | number)[]): string | undefined => {
    const found = fields.error?.issues.find(({ path: [at, part] }) => at === path[0] && part === path[1]);
    return tried && found !== undefined ? messages.eventForm.problem(found.message) : undefined;
  };
  const save = async (): Promise<void> => {
    setTried(true);
    if (!fields.success) return;
    const body = { name, description, fields: fields.data, fired_by: firedBy };
    await (event === undefined
      ? intake.createCustomEvent({ body })
      : intake.saveCustomEvent({ params: { custom_event_id: event.id }, body: { ...body, revision: event.revision } }));
    toast(messages.eventForm.isSaved(name), { tone: 'success' });
    onClose();
    await queries.invalidateQueries({ queryKey: [...automationsKey(team.id), 'events'] });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={event === undefined ? messages.eventsPage.newEvent : messages.eventForm.editName(event.name)}
      size="lg"
    >
      <DialogForm action={messages.shared.save} ready={name.trim() !== ''} onSubmit={save} onCancel={onClose}>
        <TextInput
          label={messages.shared.name}
          data-autofocus
          withAsterisk
          maxLength={120}
          value={name}
          onChange={typed => setName(typed.currentTarget.value)}
        />
        <TextInput
          label={messages.shared.description}
          maxLength={2000}
          value={description}
          onChange={typed => setDescription(typed.currentTarget.value)}
        />
        <Select
          label={messages.eventForm.firedBy}
          data={[
            { value: 'managers', label: messages.eventForm.managers },
            { value: 'viewers', label: messages.eventForm.viewers },
          ]}
          value={firedBy}
          allowDeselect={false}
          onChange={next => setFiredBy(next === 'viewers' ? 'viewers' : 'managers')}
        />
        {rows.map((each, at) => (
          <Group key={each.id} gap="xs" align="flex-start" wrap="nowrap">
            <TextInput
              aria-label={messages.eventForm.nameOfField(at + 1)}
              placeholder={messages.shared.name}
              style={{ flex: 1, minWidth: 0 }}
              value={each.key}
              error={problem(at, 'key')}
              onChange={typed => change(each.id, { key: typed.currentTarget.value })}
            />
            <Select
              aria-label={messages.eventForm.typeOfField(at + 1)}
              w={150}
              data={fieldTypes.map(type => ({ value: type, label: messages.eventForm.types[type] }))}
              value={each.type}
              allowDeselect={false}
              onChange={next => change(each.id, { type: next as FieldType })}
            />
            {each.type.endsWith('_select') ? (
              <TextInput
                aria-label={messages.eventForm.valuesOfField(at + 1)}
                placeholder={messages.eventForm.valuesWithCommas}
                style={{ flex: 1, minWidth: 0 }}
                value={each.options}
                error={problem(at, 'options')}
                onChange={typed => change(each.id, { options: typed.currentTarget.value })}
              />
            ) : undefined}
            <Checkbox
              mt={8}
              flex="none"
              label={messages.eventForm.required}
              checked={each.required}
              onChange={() => change(each.id, { required: !each.required })}
            />
            <ActionIcon
              mt={1}
              aria-label={messages.eventForm.removeField(at + 1)}
              onClick={() => setRows(rows.filter(row => row.id !== each.id))}
            >
              <Icon name="trash" size={14} />
            </ActionIcon>
          </Group>
        ))}
        {problem() === undefined ? undefined : (
          <Text size="sm" c="var(--loupe-danger)" role="alert">
            {problem()}
          </Text>
        )}
        <Button
          variant="subtle"
          style={{ alignSelf: 'flex-start' }}
          disabled={rows.length >= 50}
          leftSection={<Icon name="plus" size={14} />}
          onClick={() =>
            setRows([
              ...rows,
              {
                id: Math.max(-1, ...rows.map(each => each.id)) + 1,
                key: '',
                type: 'text',
                required: false,
                options: '',
              },
            ])
          }
        >
          {messages.eventForm.addField}
        </Button>
      </DialogForm>
    </Modal>
  );
}

const fieldOf = ({ key, type, required, options }: FieldRow): object => ({
  key,
  type,
  required,
  ...(type.endsWith('_select')
    ? {
        options: options
          .split(',')
          .map(each => each.trim())
          .filter(each => each !== ''),
      }
    : {}),
});
