import { Button, Group, ScrollArea, Text } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { Modal, Segments } from '#core/ui/web/index.ts';
import type { ConflictChoice, EditConflict } from '#plugins/annotate/annotations/common/index.ts';
import { messages } from '../messages.ts';
import { changeText, conflictName } from './conflict-text.ts';
import { downloadUnsaved } from './download-unsaved.ts';
import { useDocumentState, useOpen } from './use-controller.ts';
import classes from './frame.module.css';

/** Lists the parts that somebody else changed as well: for each entry mine, theirs, or both side by side. */
export function ConflictDialog(): JSX.Element {
  const { document } = useOpen();
  const { conflicts } = useDocumentState(document);
  return (
    <Modal
      opened={conflicts !== undefined}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      size="lg"
      title={messages.conflictDialog.somebodyElseChangedTheSameObjects}
    >
      {conflicts === undefined ? undefined : <Choices conflicts={conflicts as readonly EditConflict[]} />}
    </Modal>
  );
}

function Choices({ conflicts }: { readonly conflicts: readonly EditConflict[] }): JSX.Element {
  const { document, editor } = useOpen();
  const [choices, setChoices] = useState<ReadonlyMap<EditConflict, ConflictChoice>>(
    new Map(conflicts.map(conflict => [conflict, 'mine'])),
  );
  const all = (choice: ConflictChoice): void => setChoices(new Map(conflicts.map(conflict => [conflict, choice])));
  return (
    <>
      <Text mb="xs">
        {messages.conflictDialog.everythingElseIsMergedChoose(
          conflicts.length === 1
            ? messages.conflictDialog.thisOne
            : messages.conflictDialog.theseCount(conflicts.length),
        )}
      </Text>
      <Group gap="xs" mb="xs">
        <Button size="compact-xs" variant="default" onClick={() => all('mine')}>
          {messages.conflictDialog.allMine}
        </Button>
        <Button size="compact-xs" variant="default" onClick={() => all('theirs')}>
          {messages.conflictDialog.allTheirs}
        </Button>
        <Button size="compact-xs" variant="default" onClick={() => all('both')}>
          {messages.conflictDialog.allBoth}
        </Button>
      </Group>
      <ScrollArea.Autosize mah="50vh">
        {conflicts.map(conflict => (
          <div key={`${conflict.collection} ${conflict.id}`} className={classes['conflict']}>
            <div
              onMouseEnter={() => document.scene.get(conflict.id) !== undefined && editor?.focusInstance(conflict.id)}
            >
              <Text fw={500}>{conflictName(conflict)}</Text>
              <div className={classes['sides']}>
                <span>{messages.conflictDialog.mineDescribe(changeText(conflict.mine, conflict.before))}</span>
                <span>{messages.conflictDialog.theirsDescribe(changeText(conflict.theirs, conflict.before))}</span>
              </div>
            </div>
            <Segments
              value={choices.get(conflict) ?? 'mine'}
              data={optionsOf(conflict)}
              onChange={value => setChoices(new Map(choices).set(conflict, value))}
            />
          </div>
        ))}
      </ScrollArea.Autosize>
      <Group justify="space-between" mt="md">
        <Button variant="default" onClick={() => downloadUnsaved(document)}>
          {messages.shared.downloadMyWork}
        </Button>
        <Button onClick={() => document.settleConflicts(choices)}>{messages.conflictDialog.keepTheseAndSave}</Button>
      </Group>
    </>
  );
}

const optionsOf = ({
  mine,
  theirs,
  collection,
}: EditConflict): { readonly value: ConflictChoice; readonly label: string }[] => [
  { value: 'mine', label: messages.conflictDialog.mine },
  { value: 'theirs', label: messages.conflictDialog.theirs },
  ...(mine !== undefined && theirs !== undefined && collection !== 'metadata'
    ? [{ value: 'both' as const, label: messages.conflictDialog.both }]
    : []),
];
