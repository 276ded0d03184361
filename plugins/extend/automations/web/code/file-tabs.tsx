import { ActionIcon, Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { confirm, DialogForm, Icon, Modal, Segments, Tooltip } from '#core/ui/web/index.ts';
import type { Interpreter } from '../../common/custom-action.ts';
import { fileNames, MOST_FILES } from '../../common/custom-action.ts';
import { messages } from '../messages.ts';

interface FileTabsProps {
  readonly interpreter: Interpreter;
  /** Names of the files, the main one first. */
  readonly names: readonly string[];
  readonly shown: string;
  readonly onShow: (name: string) => void;
  /** Absent where files can be neither added nor deleted. */
  readonly onChange?: { readonly add: (name: string) => void; readonly remove: (name: string) => void } | undefined;
}

/** The files of an action above its editor. */
export function FileTabs({ interpreter, names, shown, onShow, onChange }: FileTabsProps): JSX.Element {
  const [adding, setAdding] = useState(false);
  const removable = onChange !== undefined && shown !== names[0];
  const remove = async (): Promise<void> => {
    const sure = await confirm({
      title: messages.fileTabs.deleteName(shown),
      text: messages.fileTabs.deleteText,
      action: messages.fileTabs.delete,
      danger: true,
    });
    if (!sure) return;
    onShow(names[0]!);
    onChange?.remove(shown);
  };
  return (
    <Group gap={4} px={8} py={6} wrap="nowrap">
      <div style={{ minWidth: 0, overflowX: 'auto' }}>
        <Segments
          aria-label={messages.fileTabs.files}
          value={shown}
          onChange={onShow}
          data={names.map(name => ({ value: name, label: name }))}
        />
      </div>
      {onChange === undefined ? undefined : (
        <Button
          variant="subtle"
          size="compact-sm"
          style={{ flex: 'none' }}
          leftSection={<Icon name="plus" size={14} />}
          disabled={names.length > MOST_FILES}
          onClick={() => setAdding(true)}
        >
          {messages.fileTabs.newFile}
        </Button>
      )}
      {removable ? (
        <Tooltip label={messages.fileTabs.deleteName(shown)}>
          <ActionIcon aria-label={messages.fileTabs.deleteName(shown)} onClick={() => void remove()}>
            <Icon name="trash" size={14} />
          </ActionIcon>
        </Tooltip>
      ) : undefined}
      {adding ? (
        <NewFile
          interpreter={interpreter}
          names={names}
          onClose={() => setAdding(false)}
          onAdd={name => {
            onChange?.add(name);
            onShow(name);
            setAdding(false);
          }}
        />
      ) : undefined}
    </Group>
  );
}

function NewFile({
  interpreter,
  names,
  onAdd,
  onClose,
}: {
  readonly interpreter: Interpreter;
  readonly names: readonly string[];
  readonly onAdd: (name: string) => void;
  readonly onClose: () => void;
}): JSX.Element {
  const [name, setName] = useState('');
  const taken = names.includes(name);
  const valid = fileNames[interpreter].safeParse(name).success && !taken;
  return (
    <Modal opened onClose={onClose} title={messages.fileTabs.newFile}>
      <DialogForm
        action={messages.fileTabs.add}
        ready={valid}
        onSubmit={() => Promise.resolve(onAdd(name))}
        onCancel={onClose}
      >
        <TextInput
          data-autofocus
          label={messages.fileTabs.name}
          description={messages.fileTabs.nameHint[interpreter]}
          maxLength={64}
          value={name}
          error={
            taken ? messages.fileTabs.taken : name === '' || valid ? undefined : messages.fileTabs.nameHint[interpreter]
          }
          onChange={event => setName(event.currentTarget.value)}
        />
      </DialogForm>
    </Modal>
  );
}
