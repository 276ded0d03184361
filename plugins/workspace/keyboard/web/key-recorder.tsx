import { useEffect, useRef, useState } from 'react';
import type { JSX } from 'react';
import { chordOf } from '#core/shortcuts/common/index.ts';
import { whyReserved } from '../common/reserved-chords.ts';
import classes from './keys.module.css';
import { messages } from './messages.ts';

/** Waits for a key to be pressed, and takes it before anything else on the page receives it. */
export function KeyRecorder({
  title,
  onChord,
  onCancel,
}: {
  readonly title: string;
  readonly onChord: (chord: string) => void;
  readonly onCancel: () => void;
}): JSX.Element {
  const [refused, setRefused] = useState<string>();
  const place = useRef<HTMLSpanElement>(null);

  useEffect(() => place.current?.focus(), []);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      event.preventDefault();
      event.stopImmediatePropagation();
      if (event.key === 'Escape') {
        onCancel();
        return;
      }
      const chord = chordOf(event);
      if (chord === undefined) return;
      const why = whyReserved(chord);
      setRefused(why);
      if (why === undefined) onChord(chord);
    };
    const leave = (event: PointerEvent): void => {
      if (!(event.target instanceof Node) || place.current?.contains(event.target) !== true) onCancel();
    };
    window.addEventListener('keydown', press, { capture: true });
    window.addEventListener('pointerdown', leave, { capture: true });
    return () => {
      window.removeEventListener('keydown', press, { capture: true });
      window.removeEventListener('pointerdown', leave, { capture: true });
    };
  }, [onChord, onCancel]);

  return (
    <span
      ref={place}
      tabIndex={-1}
      className={classes['recorder']}
      role="status"
      aria-label={messages.keyRecorder.pressAKeyForTitle(title)}
    >
      {refused ?? messages.keyRecorder.pressAKey}
    </span>
  );
}
