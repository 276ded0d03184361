import { ActionIcon, Checkbox, MultiSelect, NumberInput, TagsInput, Text, TextInput } from '@mantine/core';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { Icon, Tooltip } from '#core/ui/web/index.ts';
import { attributeTextLimit } from '../common/annotation-class.ts';
import type { AttributeGroupType } from '../common/annotation-class.ts';
import type { GroupDraft } from './class-draft.ts';
import { withType, withValues } from './class-draft.ts';
import classes from './classes.module.css';
import { messages } from './messages.ts';
import { ValueOrder } from './value-order.tsx';

interface GroupFormProps {
  readonly group: GroupDraft;
  readonly edits: boolean;
  /** Text read from the picture: vector objects only. */
  readonly ocr: boolean;
  /** Groups it may depend on. */
  readonly parents: readonly GroupDraft[];
  readonly onChange: (group: GroupDraft) => void;
  readonly onRemove: () => void;
}

const KINDS: readonly { readonly value: AttributeGroupType; readonly label: string }[] = [
  { value: 'radio', label: messages.groupForm.oneOfSeveral },
  { value: 'checklist', label: messages.groupForm.anyOfSeveral },
  { value: 'text', label: messages.groupForm.text },
  { value: 'numeric', label: messages.groupForm.number },
  { value: 'ocr', label: messages.groupForm.textInThePicture },
];

/** One attribute group: its kind, values, default, and whether an answer is demanded. */
export function GroupForm({ group, edits, ocr, parents, onChange, onRemove }: GroupFormProps): JSX.Element {
  const choice = group.group_type === 'radio' || group.group_type === 'checklist';
  const names = group.attributes.map(each => each.name);
  return (
    <fieldset
      className={classes['group']}
      disabled={!edits}
      aria-label={group.name === '' ? messages.groupForm.newGroup : group.name}
    >
      <div className={classes['line']}>
        <TextInput
          className={classes['grow']!}
          label={messages.groupForm.group}
          placeholder={messages.groupForm.eGState}
          maxLength={200}
          autoFocus={group.id === undefined && group.name === ''}
          value={group.name}
          onChange={event => onChange({ ...group, name: event.currentTarget.value })}
        />
        <Select
          w={190}
          label={messages.groupForm.answer}
          allowDeselect={false}
          data={KINDS.filter(each => each.value !== 'ocr' || ocr || group.group_type === 'ocr')}
          value={group.group_type}
          onChange={value => onChange(withType(group, value as AttributeGroupType))}
        />
        <Tooltip label={messages.groupForm.remove}>
          <ActionIcon size={30} aria-label={messages.groupForm.removeGroup} onClick={onRemove}>
            <Icon name="trash" />
          </ActionIcon>
        </Tooltip>
      </div>
      {choice ? (
        <TagsInput
          size="xs"
          label={messages.groupForm.values}
          placeholder={messages.groupForm.typeAValueAndPressEnter}
          splitChars={[',', ';', '\n']}
          value={names}
          {...(edits ? { renderPill: () => undefined } : {})}
          onChange={values => onChange(withValues(group, values))}
        />
      ) : undefined}
      {choice && names.length > 0 && edits ? (
        <ValueOrder names={names} onChange={values => onChange(withValues(group, values))} />
      ) : undefined}
      <div className={classes['line']}>
        <div className={classes['grow']}>
          <DefaultInput group={group} names={names} onChange={onChange} />
        </div>
        {group.group_type === 'text' || group.group_type === 'ocr' ? (
          <Text pb={7} size="sm" c="var(--loupe-muted)">
            {messages.groupForm.upToAttributeTextLimitCharacters(attributeTextLimit)}
          </Text>
        ) : undefined}
        <Checkbox
          pb={7}
          label={messages.groupForm.required}
          checked={group.isRequired}
          onChange={event => onChange({ ...group, isRequired: event.currentTarget.checked })}
        />
      </div>
      {parents.length === 0 ? undefined : <ConditionInput group={group} parents={parents} onChange={onChange} />}
    </fieldset>
  );
}

function DefaultInput({
  group,
  names,
  onChange,
}: {
  readonly group: GroupDraft;
  readonly names: readonly string[];
  readonly onChange: (group: GroupDraft) => void;
}): JSX.Element {
  const { default_value: value } = group;
  switch (group.group_type) {
    case 'radio':
      return (
        <Select
          label={messages.groupForm.default}
          placeholder={messages.groupForm.none}
          clearable
          data={[...names]}
          value={typeof value === 'string' ? value : null}
          onChange={chosen => onChange({ ...group, default_value: chosen })}
        />
      );
    case 'checklist':
      return (
        <MultiSelect
          label={messages.groupForm.default}
          placeholder={Array.isArray(value) && value.length > 0 ? '' : messages.groupForm.none}
          clearable
          data={[...names]}
          value={Array.isArray(value) ? [...(value as readonly string[])] : []}
          onChange={chosen => onChange({ ...group, default_value: chosen })}
        />
      );
    case 'numeric':
      return (
        <NumberInput
          label={messages.groupForm.default}
          placeholder={messages.groupForm.none}
          value={typeof value === 'number' ? value : ''}
          onChange={chosen => onChange({ ...group, default_value: typeof chosen === 'number' ? chosen : null })}
        />
      );
    default:
      return (
        <TextInput
          label={messages.groupForm.default}
          placeholder={messages.groupForm.none}
          maxLength={attributeTextLimit}
          value={typeof value === 'string' ? value : ''}
          onChange={event =>
            onChange({ ...group, default_value: event.currentTarget.value === '' ? null : event.currentTarget.value })
          }
        />
      );
  }
}

/** When the group is asked: always, or while another group holds some values. */
function ConditionInput({
  group,
  parents,
  onChange,
}: {
  readonly group: GroupDraft;
  readonly parents: readonly GroupDraft[];
  readonly onChange: (group: GroupDraft) => void;
}): JSX.Element {
  const parent = parents.find(each => each.key === group.condition?.key);
  return (
    <div className={classes['line']}>
      <Select
        w={190}
        label={messages.groupForm.askWhen}
        placeholder={messages.groupForm.always}
        clearable
        data={parents.map(each => ({
          value: each.key,
          label: each.name === '' ? messages.groupForm.newGroup : each.name,
        }))}
        value={parent?.key ?? null}
        onChange={key => onChange({ ...group, condition: key === null ? undefined : { key, values: [] } })}
      />
      {parent === undefined ? undefined : (
        <MultiSelect
          className={classes['grow']!}
          label={messages.groupForm.isOneOf}
          placeholder={group.condition!.values.length === 0 ? messages.groupForm.chooseValues : ''}
          data={parent.attributes.map(each => each.name)}
          value={[...group.condition!.values]}
          onChange={values => onChange({ ...group, condition: { key: parent.key, values } })}
        />
      )}
    </div>
  );
}
