import { ActionIcon, Button, FileButton, Group, MultiSelect, Switch, Table, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { JSX, KeyboardEvent } from 'react';
import { confirm, errorText, Icon, Segments, Tooltip, useLeaveQuestion } from '#core/ui/web/index.ts';
import type { SkeletonDraft } from '../common/skeleton-draft.ts';
import {
  drawing,
  drawn,
  historyOf,
  neighboursOf,
  redone,
  undone,
  withLabel,
  withLine,
  withoutPoint,
  withPoint,
} from '../common/skeleton-draft.ts';
import { messages } from './messages.ts';
import type { DrawingMode } from './skeleton-canvas.tsx';
import { SkeletonCanvas } from './skeleton-canvas.tsx';
import classes from './templates.module.css';

/** A template while it is edited. */
export interface TemplateFormValue {
  readonly name: string;
  readonly isPublic: boolean;
  readonly skeleton: SkeletonDraft;
}

interface TemplateFormProps {
  readonly initial: TemplateFormValue;
  readonly fresh: boolean;
  readonly onSave: (value: TemplateFormValue) => Promise<void>;
  readonly onDelete?: () => Promise<void>;
}

const MODES = [
  { value: 'points', label: messages.templateForm.addPoints },
  { value: 'lines', label: messages.templateForm.connectPoints },
  { value: 'move', label: messages.templateForm.movePoints },
];

/** A skeleton drawn on a picture, and the same as a table for the keyboard. */
export function TemplateForm({ initial, fresh, onSave, onDelete }: TemplateFormProps): JSX.Element {
  const [name, setName] = useState(initial.name);
  const [isPublic, setPublic] = useState(initial.isPublic);
  const [history, setHistory] = useState(() => historyOf(initial.skeleton));
  const [mode, setMode] = useState<DrawingMode>('points');
  const [figure, setFigure] = useState(false);
  const [picture, setPicture] = useState<string>();
  const skeleton = history.now;
  const draw = (next: SkeletonDraft): void => setHistory(drawn(history, next));
  const dirty = name !== initial.name || isPublic !== initial.isPublic || skeleton !== initial.skeleton;
  const saving = useMutation({
    mutationFn: async () => {
      await onSave({ name: name.trim(), isPublic, skeleton });
    },
  });
  const failure = saving.error === null ? undefined : errorText(saving.error);
  useLeaveQuestion(dirty && !saving.isPending);
  useEffect(
    () => () => {
      if (picture !== undefined) URL.revokeObjectURL(picture);
    },
    [picture],
  );

  const keys = (event: KeyboardEvent<HTMLElement>): void => {
    if (!(event.ctrlKey || event.metaKey) || event.target instanceof HTMLInputElement) return;
    const key = event.key.toLowerCase();
    if (key !== 'z' && key !== 'y') return;
    event.preventDefault();
    setHistory(key === 'y' || event.shiftKey ? redone(history) : undone(history));
  };
  const remove = async (): Promise<void> => {
    if (
      await confirm({
        title: messages.templateForm.deleteName(initial.name),
        text: messages.templateForm.whatWasDrawnWithItStays,
        action: messages.templateForm.deleteTemplate,
        danger: true,
      })
    )
      await onDelete?.();
  };
  const problem =
    name.trim() === ''
      ? messages.templateForm.giveTheTemplateAName
      : skeleton.points.length === 0
        ? messages.templateForm.drawAtLeastOnePoint
        : undefined;

  return (
    <section
      className={classes['main']}
      aria-label={fresh ? messages.shared.newTemplate : initial.name}
      onKeyDown={keys}
    >
      <Group gap="sm" align="flex-end">
        <TextInput
          label={messages.templateForm.name}
          w={240}
          maxLength={200}
          value={name}
          onChange={event => setName(event.currentTarget.value)}
        />
        <Switch
          pb={7}
          label={messages.templateForm.availableToEveryone}
          checked={isPublic}
          onChange={event => setPublic(event.currentTarget.checked)}
        />
        {onDelete === undefined ? undefined : (
          <Tooltip label={messages.templateForm.delete}>
            <ActionIcon size={30} aria-label={messages.templateForm.deleteTemplate} onClick={() => void remove()}>
              <Icon name="trash" />
            </ActionIcon>
          </Tooltip>
        )}
      </Group>
      <Group gap="xs">
        <Segments
          aria-label={messages.templateForm.whatThePointerDoes}
          data={MODES}
          value={mode}
          onChange={value => setMode(value as DrawingMode)}
        />
        <Tooltip label={messages.templateForm.undoCtrlZ}>
          <ActionIcon
            size={28}
            aria-label={messages.templateForm.undo}
            disabled={history.past.length === 0}
            onClick={() => setHistory(undone(history))}
          >
            <Icon name="undo" />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={messages.templateForm.redoCtrlY}>
          <ActionIcon
            size={28}
            aria-label={messages.templateForm.redo}
            disabled={history.future.length === 0}
            onClick={() => setHistory(redone(history))}
          >
            <Icon name="redo" />
          </ActionIcon>
        </Tooltip>
        <FileButton
          accept="image/*"
          onChange={file => {
            if (file !== null) setPicture(URL.createObjectURL(file));
          }}
        >
          {props => (
            <Button {...props} variant="default" leftSection={<Icon name="image" size={14} />}>
              {messages.templateForm.uploadImage}
            </Button>
          )}
        </FileButton>
        <Button variant="default" aria-pressed={figure} onClick={() => setFigure(!figure)}>
          {messages.templateForm.useSample}
        </Button>
        {picture === undefined ? undefined : (
          <Button variant="default" onClick={() => setPicture(undefined)}>
            {messages.templateForm.noPicture}
          </Button>
        )}
      </Group>
      <Text size="sm" c="var(--loupe-muted)">
        {messages.templateForm.hints[mode]}
      </Text>
      <div className={classes['columns']}>
        <SkeletonCanvas key={mode} draft={skeleton} mode={mode} picture={picture} figure={figure} onDraw={draw} />
        <div className={classes['points']}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th w={28}>#</Table.Th>
                <Table.Th>{messages.templateForm.name}</Table.Th>
                <Table.Th w={150}>{messages.templateForm.joinedTo}</Table.Th>
                <Table.Th w={36} aria-label={messages.templateForm.actions} />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {skeleton.points.map((_, at) => (
                <Table.Tr key={at}>
                  <Table.Td>{at + 1}</Table.Td>
                  <Table.Td>
                    <TextInput
                      size="xs"
                      aria-label={messages.templateForm.nameOfPointCount(at + 1)}
                      maxLength={200}
                      value={skeleton.labels[at] ?? ''}
                      onChange={event => draw(withLabel(skeleton, at, event.currentTarget.value))}
                    />
                  </Table.Td>
                  <Table.Td>
                    <MultiSelect
                      size="xs"
                      aria-label={messages.templateForm.linesOfPointCount(at + 1)}
                      data={skeleton.points.flatMap((__, other) =>
                        other === at ? [] : [{ value: String(other), label: String(other + 1) }],
                      )}
                      value={neighboursOf(skeleton, at).map(String)}
                      onChange={chosen => {
                        const before = neighboursOf(skeleton, at);
                        const turned = [
                          ...before.filter(each => !chosen.includes(String(each))),
                          ...chosen.map(Number).filter(each => !before.includes(each)),
                        ];
                        draw(turned.reduce((draft, other) => withLine(draft, at, other), skeleton));
                      }}
                    />
                  </Table.Td>
                  <Table.Td>
                    <Tooltip label={messages.templateForm.remove}>
                      <ActionIcon
                        aria-label={messages.templateForm.removePointCount(at + 1)}
                        onClick={() => draw(withoutPoint(skeleton, at))}
                      >
                        <Icon name="close" />
                      </ActionIcon>
                    </Tooltip>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          <Button
            mt="xs"
            variant="default"
            leftSection={<Icon name="plus" size={14} />}
            disabled={skeleton.points.length >= 500}
            onClick={() =>
              draw(
                withPoint(
                  skeleton,
                  drawing.width / 2,
                  drawing.height / 2,
                  skeleton.points.length === 0 ? undefined : skeleton.points.length - 1,
                ),
              )
            }
          >
            {messages.templateForm.addPoint}
          </Button>
        </div>
      </div>
      {dirty || fresh ? (
        <div className={classes['savebar']}>
          <Text
            style={{ flex: 1 }}
            c={failure === undefined ? 'var(--loupe-muted)' : 'var(--loupe-danger)'}
            role={failure === undefined ? 'status' : 'alert'}
          >
            {failure ?? problem ?? ''}
          </Text>
          <Button
            variant="default"
            disabled={saving.isPending}
            onClick={() => {
              setName(initial.name);
              setPublic(initial.isPublic);
              setHistory(historyOf(initial.skeleton));
              if (saving.isError) saving.reset();
            }}
          >
            {messages.templateForm.discard}
          </Button>
          <Button loading={saving.isPending} disabled={problem !== undefined} onClick={() => saving.mutate()}>
            {fresh ? messages.templateForm.addTemplate : messages.templateForm.save}
          </Button>
        </div>
      ) : undefined}
    </section>
  );
}
