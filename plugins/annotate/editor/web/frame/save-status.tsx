import { Button, Popover, ScrollArea, Stack, Text, UnstyledButton } from '@mantine/core';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { Connection } from '#core/api/web/index.ts';
import { useKeyMap, useService } from '#core/kernel/web/index.ts';
import { errorText, timeOfDay } from '#core/ui/web/index.ts';
import type { EditorDocument } from '../document/editor-document.ts';
import { issuesOf } from '../document/save-issues.ts';
import type { SaveState } from '../document/save-queue.ts';
import { messages } from '../messages.ts';
import { downloadUnsaved } from './download-unsaved.ts';
import { useDocumentState, useOpen } from './use-controller.ts';
import classes from './frame.module.css';

function textOf(
  save: SaveState,
  unwritten: boolean,
): { readonly text: string; readonly tone: 'calm' | 'busy' | 'warning' | 'danger' } {
  switch (save.kind) {
    case 'saved':
      return {
        text: save.at === undefined ? messages.saveStatus.saved : messages.saveStatus.savedClock(timeOfDay(save.at)),
        tone: 'calm',
      };
    case 'unsaved':
      return unwritten
        ? { text: messages.saveStatus.notSavedYet, tone: 'warning' }
        : { text: messages.saveStatus.unsavedChanges, tone: 'busy' };
    case 'saving':
      return { text: messages.saveStatus.saving, tone: 'busy' };
    case 'offline':
      return {
        text: unwritten ? messages.saveStatus.offlineOnlyInThisTab : messages.saveStatus.offlineKeptOnThisComputer,
        tone: 'warning',
      };
    case 'failed':
      return { text: messages.saveStatus.notSavedRetrying, tone: 'danger' };
    case 'conflict':
      return { text: messages.saveStatus.changedElsewhereChoose, tone: 'danger' };
    case 'refused':
      return { text: messages.saveStatus.notSavedNeedsAChange, tone: 'danger' };
  }
}

/** Shows whether the work is stored; what to do when it is not. */
export function SaveStatus(): JSX.Element {
  const { controller, document } = useOpen();
  const keys = useKeyMap();
  const { online } = useSnapshot(useService(Connection).state);
  const { save, unwritten, readOnly } = useDocumentState(document);
  if (readOnly !== undefined && document.isClean)
    return (
      <span className={classes['save']} data-tone="calm">
        {messages.saveStatus.readOnly}
      </span>
    );
  // In the bar, where nothing moves under the pointer of somebody who is drawing.
  const waits = !online && save.kind === 'saved';
  const { text, tone } = waits
    ? { text: messages.saveStatus.offline, tone: 'warning' as const }
    : textOf(save, unwritten);
  const problem = ['offline', 'failed', 'refused'].includes(save.kind);
  if (!problem)
    return (
      <UnstyledButton
        className={classes['save']}
        data-tone={tone}
        aria-live="polite"
        title={waits ? messages.saveStatus.goOnWorking : keys.titled(messages.saveStatus.save, 'editor.save')}
        onClick={() => void controller.save()}
      >
        {text}
      </UnstyledButton>
    );
  return (
    <Popover width={340} position="bottom-end" shadow="md" withArrow>
      <Popover.Target>
        <UnstyledButton className={classes['save']} data-tone={tone} aria-live="polite">
          {text}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <Problem document={document} save={save} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Problem({ document, save }: { readonly document: EditorDocument; readonly save: SaveState }): JSX.Element {
  const { editor } = useOpen();
  const issues = save.kind === 'refused' ? issuesOf(save.fault) : [];
  const idAt = (path: string): string | undefined => {
    const place = Number(/^instances\[(\d+)\]/.exec(path)?.[1] ?? -1);
    return document.objects === undefined ? document.scene.instances[place]?.id : document.objects.sentAt(place);
  };
  return (
    <Stack gap="xs">
      <Text>
        {save.kind === 'offline'
          ? messages.saveStatus.noConnectionToTheServer
          : 'fault' in save
            ? errorText(save.fault)
            : ''}
      </Text>
      {issues.length === 0 ? undefined : (
        <ScrollArea.Autosize mah={220}>
          {issues.map(issue => {
            const id = idAt(issue.path);
            return (
              <UnstyledButton
                key={issue.path + issue.message}
                className={classes['issue']}
                disabled={id === undefined}
                onClick={() => {
                  if (id !== undefined) editor?.focusInstance(id);
                }}
              >
                <b>{issue.path}</b> {issue.message}
              </UnstyledButton>
            );
          })}
        </ScrollArea.Autosize>
      )}
      <div className={classes['row']}>
        <Button variant="default" onClick={() => downloadUnsaved(document)}>
          {messages.shared.downloadMyWork}
        </Button>
        <Button onClick={() => void document.save()}>{messages.saveStatus.tryAgain}</Button>
      </div>
    </Stack>
  );
}
