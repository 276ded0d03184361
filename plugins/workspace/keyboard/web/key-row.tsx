import { ActionIcon } from '@mantine/core';
import type { JSX, RefObject } from 'react';
import { memo } from 'react';
import type { KeyedCommand } from '#core/shortcuts/common/index.ts';
import { Icon, Tooltip } from '#core/ui/web/index.ts';
import { KeyRecorder } from './key-recorder.tsx';
import classes from './keys.module.css';
import { messages } from './messages.ts';

/** Actions of the buttons of a row. */
export interface KeyRowActions {
  /** Begins to wait for a key in place of a chord, `''` for one more; ends the waiting when undefined. */
  record(command: KeyedCommand, inPlaceOf: string | undefined): void;
  take(command: KeyedCommand, chord: string): void;
  drop(command: KeyedCommand, chord: string): void;
  reset(command: KeyedCommand): void;
}

interface KeyRowProps {
  readonly command: KeyedCommand;
  /** Its chords as the person's keyboard prints them, in the same order. */
  readonly printed: readonly string[];
  /** Has other keys than the preset gives it. */
  readonly changed: boolean;
  /** Those of its chords that another command has too. */
  readonly conflicting: readonly string[];
  /** The key that is being replaced, `''` for one more; undefined while nothing is pressed for this row. */
  readonly recording: string | undefined;
  readonly actions: RefObject<KeyRowActions>;
}

/** One command with its keys. Of hundreds of rows only those that changed are drawn again. */
export const KeyRow = memo(CommandRow, isSameRow);

function CommandRow({ command, printed, changed, conflicting, recording, actions }: KeyRowProps): JSX.Element {
  const { title, chords } = command;
  const recorder = (
    <KeyRecorder
      title={title}
      onChord={chord => actions.current.take(command, chord)}
      onCancel={() => actions.current.record(command, undefined)}
    />
  );
  return (
    <div className={classes['row']} role="row" data-changed={changed} data-command={command.id}>
      <span role="cell" className={classes['title']}>
        {title}
      </span>
      <span role="cell" className={classes['chords']}>
        {chords.map((chord, at) =>
          recording === chord ? (
            <span key={chord}>{recorder}</span>
          ) : (
            <span key={chord} className={classes['chord']} data-conflict={conflicting.includes(chord)}>
              <Tooltip label={messages.keyRow.changeThisKey}>
                <button
                  type="button"
                  className={classes['key']}
                  aria-label={messages.keyRow.changeShownOfTitle(printed[at]!, title)}
                  onClick={() => actions.current.record(command, chord)}
                >
                  {printed[at]}
                </button>
              </Tooltip>
              <button
                type="button"
                className={classes['drop']}
                aria-label={messages.keyRow.removeShownOfTitle(printed[at]!, title)}
                onClick={() => actions.current.drop(command, chord)}
              >
                <Icon name="close" size={12} />
              </button>
            </span>
          ),
        )}
        {recording === '' ? recorder : undefined}
        {chords.length === 0 && recording === undefined ? <span className={classes['none']}>no key</span> : undefined}
        <Tooltip label={messages.keyRow.addAKey}>
          <ActionIcon
            size="sm"
            aria-label={messages.keyRow.addAKeyToTitle(title)}
            onClick={() => actions.current.record(command, '')}
          >
            <Icon name="plus" size={14} />
          </ActionIcon>
        </Tooltip>
      </span>
      <span role="cell" className={classes['reset']}>
        {changed ? (
          <Tooltip label={messages.keyRow.backToThePresetsKeys}>
            <ActionIcon
              size="sm"
              aria-label={messages.keyRow.resetTitle(title)}
              onClick={() => actions.current.reset(command)}
            >
              <Icon name="restore" size={14} />
            </ActionIcon>
          </Tooltip>
        ) : undefined}
      </span>
    </div>
  );
}

function isSameRow(one: KeyRowProps, other: KeyRowProps): boolean {
  return (
    one.command === other.command &&
    one.changed === other.changed &&
    one.recording === other.recording &&
    one.actions === other.actions &&
    one.printed.join() === other.printed.join() &&
    one.conflicting.join() === other.conflicting.join()
  );
}
