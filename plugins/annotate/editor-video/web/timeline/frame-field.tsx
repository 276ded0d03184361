import type { JSX, KeyboardEvent } from 'react';
import { useCallback, useState } from 'react';
import { messages } from '../messages.ts';
import { timeText } from './time-text.ts';
import type { TimelineEditor } from './timeline-editor.ts';
import { usePlayer, usePlayerState } from './use-player.ts';
import classes from './timeline.module.css';

/** The number of the frame, from 1, with its time. Another number goes there. */
export function FrameField({ editor }: { readonly editor: TimelineEditor }): JSX.Element {
  const player = usePlayer(editor);
  const { frame } = usePlayerState(editor);
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const seat = useCallback((field: HTMLInputElement | null) => editor.seatFrameField(field), [editor]);
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter' && typed !== undefined && typed !== '') player.seek(Number(typed) - 1);
    event.currentTarget.blur();
  };
  return (
    <span className={classes['frame']}>
      {/* A field of the design system takes a third of the page's time for a frame. */}
      <input
        ref={seat}
        className={classes['number']}
        inputMode="numeric"
        autoComplete="off"
        aria-label={messages.shared.frame}
        value={typed ?? String(frame + 1)}
        onChange={event => setTyped(event.target.value.replaceAll(/\D/g, ''))}
        onKeyDown={press}
        onBlur={() => setTyped(undefined)}
      />
      <span className={classes['count']}>/ {player.table.count.toLocaleString('en')}</span>
      <span className={classes['time']}>{timeText(player.table.starts[frame] ?? 0)}</span>
    </span>
  );
}
