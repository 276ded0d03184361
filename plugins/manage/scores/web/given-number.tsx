import { NumberInput } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { messages } from './messages.ts';

interface GivenNumberProps {
  readonly label: string;
  readonly value: number | undefined;
  readonly width: number;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly step?: number | undefined;
  readonly prefix?: string;
  readonly onGive: (value: number) => void;
}

/** A number that is given when its field is left; one outside of the limits stays as it is typed, with the problem. */
export function GivenNumber({ label, value, width, min, max, step, prefix, onGive }: GivenNumberProps): JSX.Element {
  // Until the given value arrives, what was typed over the one before is shown.
  const [entry, setEntry] = useState<{ readonly typed: number | string; readonly over: number | undefined }>();
  const [left, setLeft] = useState(false);
  const typed = entry !== undefined && entry.over === value ? entry.typed : undefined;
  const number = typeof typed === 'number' ? typed : undefined;
  const fits = number === undefined || (number >= (min ?? -Infinity) && number <= (max ?? Infinity));
  const give = (): void => {
    setLeft(true);
    if (number === undefined) setEntry(undefined);
    else if (fits && number !== value) onGive(number);
  };
  return (
    <NumberInput
      aria-label={label}
      w={width}
      clampBehavior="none"
      {...(min === undefined ? {} : { min })}
      {...(max === undefined ? {} : { max })}
      {...(step === undefined ? {} : { step })}
      {...(prefix === undefined ? {} : { prefix })}
      value={typed ?? value ?? ''}
      error={left && !fits ? messages.givenNumber.limits(min, max) : undefined}
      onChange={next => {
        setLeft(false);
        setEntry({ typed: next, over: value });
      }}
      onBlur={give}
      onKeyDown={event => {
        if (event.key === 'Enter') event.currentTarget.blur();
      }}
    />
  );
}
