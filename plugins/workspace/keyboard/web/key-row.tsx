import { ActionIcon } from '@mantine/core';
import type { JSX } from 'react';
import type { KeyedCommand } from '#core/shortcuts/common/index.ts';
import { Icon, Tooltip } from '#core/ui/web/index.ts';
import { KeyRecorder } from './key-recorder.tsx';
import classes from './keys.module.css';
import { messages } from './messages.ts';

interface KeyRowProps {
  readonly command: KeyedCommand;
  /** Returns a key as the person's keyboard prints it. */
  readonly shown: (chord: string) => string;
  /** Has other keys than the preset gives it. */
  readonly changed: boolean;
  readonly conflicting: ReadonlySet<string>;
  /** The key that is being replaced, `''` for one more; undefined while nothing is pressed for this row. */
  readonly recording: string | undefined;
  readonly onRecord: (inPlaceOf: string | undefined) => void;
  readonly onChord: (chord: string) => void;
  readonly onDrop: (chord: string) => void;
  readonly onReset: () => void;
}

/** One command with its keys. */
export function KeyRow({
  command,
  shown,
  changed,
  conflicting,
  recording,
  onRecord,
  onChord,
  onDrop,
  onReset,
}: KeyRowProps): JSX.Element {
  const { title, chords } = command;
  const recorder = <KeyRecorder title={title} onChord={onChord} onCancel={() => onRecord(undefined)} />;
  return (
    <div className={classes['row']} role="row" data-changed={changed} data-command={command.id}>
      <span role="cell" className={classes['title']}>
        {title}
      </span>
      <span role="cell" className={classes['chords']}>
        {chords.map(chord =>
          recording === chord ? (
            <span key={chord}>{recorder}</span>
          ) : (
            <span key={chord} className={classes['chord']} data-conflict={conflicting.has(chord)}>
              <Tooltip label={messages.keyRow.changeThisKey}>
                <button
                  type="button"
                  className={classes['key']}
                  aria-label={messages.keyRow.changeShownOfTitle(shown(chord), title)}
                  onClick={() => onRecord(chord)}
                >
                  {shown(chord)}
                </button>
              </Tooltip>
              <button
                type="button"
                className={classes['drop']}
                aria-label={messages.keyRow.removeShownOfTitle(shown(chord), title)}
                onClick={() => onDrop(chord)}
              >
                <Icon name="close" size={12} />
              </button>
            </span>
          ),
        )}
        {recording === '' ? recorder : undefined}
        {chords.length === 0 && recording === undefined ? <span className={classes['none']}>no key</span> : undefined}
        <Tooltip label={messages.keyRow.addAKey}>
          <ActionIcon size="sm" aria-label={messages.keyRow.addAKeyToTitle(title)} onClick={() => onRecord('')}>
            <Icon name="plus" size={14} />
          </ActionIcon>
        </Tooltip>
      </span>
      <span role="cell" className={classes['reset']}>
        {changed ? (
          <Tooltip label={messages.keyRow.backToThePresetsKeys}>
            <ActionIcon size="sm" aria-label={messages.keyRow.resetTitle(title)} onClick={onReset}>
              <Icon name="restore" size={14} />
            </ActionIcon>
          </Tooltip>
        ) : undefined}
      </span>
    </div>
  );
}
