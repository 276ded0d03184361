import { ActionIcon, Button } from '@mantine/core';
import type { JSX } from 'react';
import { Icon, SelectionBar, Tooltip } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';
import { AnswerButtons } from './answer-buttons.tsx';

interface ObjectBarProps {
  readonly count: number;
  readonly approves: boolean;
  readonly annotates: boolean;
  readonly onChange: (kind: 'class' | 'attribute' | 'remove') => void;
  readonly onVerdict: (verdict: 'approved' | 'disapproved' | 'none') => void;
  /** Searches for objects that look like the only selected one; absent while several are selected. */
  readonly onSimilar?: (() => void) | undefined;
  /** Suggests its class for objects that look like the only selected one. */
  readonly onAnnotate?: (() => void) | undefined;
  readonly onClear: () => void;
}

/** Lists the actions on the selected objects. */
export function ObjectBar({
  count,
  approves,
  annotates,
  onChange,
  onVerdict,
  onSimilar,
  onAnnotate,
  onClear,
}: ObjectBarProps): JSX.Element {
  const button = { variant: 'subtle', color: 'gray' } as const;
  return (
    <SelectionBar
      onClear={onClear}
      label={messages.objectBar.selectedObjects}
      text={messages.objectBar.countSelected(count)}
    >
      {onSimilar === undefined ? undefined : (
        <Button {...button} leftSection={<Icon name="search" size={14} />} onClick={onSimilar}>
          {messages.objectBar.findSimilar}
        </Button>
      )}
      {approves ? (
        <>
          <AnswerButtons
            looks={{
              yes: { icon: 'approved', label: messages.objectBar.approve },
              no: { icon: 'rejected', label: messages.objectBar.disapprove },
            }}
            onAnswer={answer => onVerdict(answer === 'yes' ? 'approved' : 'disapproved')}
          />
          <Button {...button} leftSection={<Icon name="undo" size={14} />} onClick={() => onVerdict('none')}>
            {messages.objectBar.clearApproval}
          </Button>
        </>
      ) : undefined}
      {annotates ? (
        <>
          {onAnnotate === undefined ? undefined : (
            <Button {...button} leftSection={<Icon name="wand" size={14} />} onClick={onAnnotate}>
              {messages.objectBar.annotateSimilar}
            </Button>
          )}
          <Button {...button} leftSection={<Icon name="classes" size={14} />} onClick={() => onChange('class')}>
            {messages.objectBar.changeClass}
          </Button>
          <Button {...button} leftSection={<Icon name="edit" size={14} />} onClick={() => onChange('attribute')}>
            {messages.objectBar.setAttribute}
          </Button>
          <Tooltip label={messages.shared.delete}>
            <ActionIcon
              c="var(--loupe-danger)"
              aria-label={messages.objectBar.deleteSelectedObjects}
              onClick={() => onChange('remove')}
            >
              <Icon name="trash" />
            </ActionIcon>
          </Tooltip>
        </>
      ) : undefined}
    </SelectionBar>
  );
}
