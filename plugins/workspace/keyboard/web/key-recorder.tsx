import { useEffect, useEffectEvent, useRef, useState } from 'react';
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
  const press = useEffectEvent((event: KeyboardEvent): void => {
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
  });
  const leave = useEffectEvent((event: PointerEvent): void => {
    if (!(event.target instanceof Node) || place.current?.contains(event.target) !== true) onCancel();
  });
  // Listens once: a listener that is replaced while a key is under way, because its label was learned, loses that key.
  useEffect(() => {
    const ending = new AbortController();
    const options = { capture: true, signal: ending.signal };
    window.addEventListener('keydown', event => press(event), options);
    window.addEventListener('pointerdown', event => leave(event), options);
    return () => ending.abort();
  }, []);

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
