import { ActionIcon, Button, ColorInput, Group, MultiSelect, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { JSX } from 'react';
import {
  confirm,
  EmptyState,
  errorText,
  Icon,
  moved,
  Segments,
  Tooltip,
  useReorder,
  useOnceAtATime,
} from '#core/ui/web/index.ts';
import type { ClassUses } from '../common/api.ts';
import type { ClassType } from '../common/annotation-class.ts';
import { classTypeNames } from '../common/annotation-class.ts';
import { classShapes, shapedProjectTypes, shapeTitles } from '../common/class-shapes.ts';
import { classPalette } from '../common/class-palette.ts';
import type { ClassDraft } from './class-draft.ts';
import { draftProblem, emptyGroup, possibleParents, sameDraft, withGroup } from './class-draft.ts';
import classes from './classes.module.css';
import { GroupForm } from './group-form.tsx';
import { usesText } from './uses-text.ts';
import { ProjectType } from '#plugins/workspace/projects/common/index.ts';
import { messages } from './messages.ts';

interface ClassFormProps {
  readonly initial: ClassDraft;
  readonly edits: boolean;
  readonly projectType: number;
  readonly onSave: (draft: ClassDraft) => Promise<void>;
  readonly onCancel?: () => void;
  readonly onDuplicate?: () => void;
  readonly onDelete?: () => void;
  /** Reports whether there are changes to save. */
  readonly onChanged: (changed: boolean) => void;
  /** Somebody else changed the class since the form was opened. */
  readonly outdated?: boolean;
  /** Counts of the uses of the class; undefined while it is not counted. */
  readonly uses?: ClassUses | undefined;
}

/** Name, colour, type and attribute groups of one class. */
export function ClassForm({
  initial,
  edits,
  projectType,
  onSave,
  onCancel,
  onDuplicate,
  onDelete,
  onChanged,
  outdated = false,
  uses,
}: ClassFormProps): JSX.Element {
  const [draft, setDraft] = useState(initial);
  const fresh = draft.id === undefined;
  const changed = !sameDraft(initial, draft);
  const dirty = fresh || changed;
  const problem = draftProblem(draft);
  const order = useReorder(draft.groups.length, (from, to) =>
    setDraft({ ...draft, groups: moved(draft.groups, from, to) }),
  );
  const types = ([1, 2, 3] as const).filter(type => type !== 3 || projectType === ProjectType.Text);

  const saving = useMutation({
    mutationFn: async () => {
      await onSave(draft);
    },
  });
  const save = useOnceAtATime(saving);
  const unsaved = changed && !saving.isPending;
  useEffect(() => {
    onChanged(unsaved);
  }, [unsaved, onChanged]);
  const failure = saving.error === null ? undefined : errorText(saving.error);
  const askDelete = async (): Promise<void> => {
    const text = uses === undefined ? messages.classForm.objectsThatUse : usesText(uses);
    if (
      await confirm({
        title: messages.classForm.deleteName(initial.name),
        text: messages.classForm.textYouCanUndo(text),
        action: messages.shared.deleteClass,
        danger: true,
      })
    )
      onDelete?.();
  };

  return (
    <form
      className={classes['form']}
      // Who may only read gets at what is further down with the keyboard, too.
      tabIndex={edits ? undefined : 0}
      aria-label={fresh ? messages.shared.newClass : initial.name}
      onSubmit={event => {
        event.preventDefault();
        if (problem === undefined) save();
      }}
    >
      <div className={classes['line']}>
        <TextInput
          className={classes['grow']!}
          label={messages.classForm.name}
          maxLength={200}
          autoFocus={fresh}
          disabled={!edits}
          value={draft.name}
          onChange={event => setDraft({ ...draft, name: event.currentTarget.value })}
        />
        <ColorInput
          w={150}
          label={messages.classForm.colour}
          size="xs"
          eyeDropperButtonProps={{ 'aria-label': messages.classForm.pickAColourFromTheScreen }}
          disabled={!edits}
          swatches={[...classPalette]}
          swatchesPerRow={10}
          value={draft.color}
          onChange={color => setDraft({ ...draft, color })}
        />
        {onDuplicate === undefined || !edits ? undefined : (
          <Tooltip label={messages.classForm.duplicate}>
            <ActionIcon size={30} aria-label={messages.classForm.duplicateClass} onClick={onDuplicate}>
              <Icon name="copy" />
            </ActionIcon>
          </Tooltip>
        )}
        {onDelete === undefined || !edits ? undefined : (
          <Tooltip label={messages.shared.delete}>
            <ActionIcon size={30} aria-label={messages.shared.deleteClass} onClick={() => void askDelete()}>
              <Icon name="trash" />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      <div>
        <Text fz="sm" fw={500} mb={4}>
          {messages.classForm.appliesTo}
        </Text>
        <Segments
          disabled={!edits}
          aria-label={messages.classForm.appliesTo}
          data={types.map(type => ({
            value: String(type),
            label: {
              object: messages.classForm.objects,
              tag: messages.classForm.wholeItem,
              relationship: messages.classForm.linksBetweenObjects,
            }[classTypeNames[type]],
          }))}
          value={String(draft.type)}
          onChange={value => setDraft({ ...draft, type: Number(value) as ClassType })}
        />
      </div>
      {shapedProjectTypes.has(projectType) && draft.type === 1 ? (
        <MultiSelect
          label={messages.classForm.shapes}
          description={messages.classForm.shapesLimit}
          placeholder={draft.shapes.length === 0 ? messages.classForm.anyShape : ''}
          disabled={!edits}
          clearable
          data={classShapes.map(value => ({ value, label: shapeTitles[value] }))}
          value={[...draft.shapes]}
          onChange={shapes => setDraft({ ...draft, shapes: classShapes.filter(each => shapes.includes(each)) })}
        />
      ) : undefined}
      <h2 className={classes['heading']}>
        {messages.classForm.attributeGroups}
        {edits ? (
          <Button
            variant="default"
            leftSection={<Icon name="plus" size={14} />}
            onClick={() => setDraft({ ...draft, groups: [...draft.groups, emptyGroup()] })}
          >
            {messages.classForm.addGroup}
          </Button>
        ) : undefined}
      </h2>
      {draft.groups.length === 0 ? (
        <EmptyState icon="list" text={messages.classForm.attributesDescribeAnObject} />
      ) : undefined}
      <div {...order.list} className={classes['groups']}>
        {draft.groups.map((group, at) => (
          <div key={group.key} className={classes['groupRow']} {...order.row(at)}>
            {edits ? order.grip(at, `group ${group.name}`) : undefined}
            <GroupForm
              group={group}
              edits={edits}
              ocr={projectType === 1 && draft.type === 1}
              parents={possibleParents(group, draft.groups)}
              onChange={changed => setDraft({ ...draft, groups: withGroup(draft.groups, group.key, changed) })}
              onRemove={() => setDraft({ ...draft, groups: withGroup(draft.groups, group.key, undefined) })}
            />
          </div>
        ))}
      </div>
      {edits && dirty ? (
        <div className={classes['savebar']}>
          <Text
            className={classes['grow']!}
            c={failure === undefined ? 'var(--loupe-muted)' : 'var(--loupe-danger)'}
            role={failure === undefined ? 'status' : 'alert'}
          >
            {failure ?? problem ?? (outdated ? messages.classForm.changedMeanwhile : '')}
          </Text>
          <Group gap="xs">
            <Button
              variant="default"
              disabled={saving.isPending}
              onClick={() => (onCancel === undefined ? setDraft(initial) : onCancel())}
            >
              {fresh ? messages.classForm.cancel : messages.classForm.discard}
            </Button>
            <Button type="submit" loading={saving.isPending} disabled={problem !== undefined}>
              {fresh ? messages.classForm.addClass : messages.classForm.save}
            </Button>
          </Group>
        </div>
      ) : undefined}
    </form>
  );
}
