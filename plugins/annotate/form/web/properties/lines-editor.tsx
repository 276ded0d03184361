import { Textarea } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { messages } from '../messages.ts';

interface LinesProps {
  readonly label: string;
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
  readonly onDone: () => void;
}

/** A list of texts, one a line. */
export function LinesEditor({ label, value, onChange, onDone }: LinesProps): JSX.Element {
  // What is typed keeps its empty lines while the field is open.
  const [typed, setTyped] = useState<string>();
  const type = (text: string): void => {
    setTyped(text);
    onChange(linesOf(text));
  };
  return (
    <Textarea
      label={label}
      description={messages.linesEditor.oneALine}
      autosize
      minRows={2}
      maxRows={12}
      value={typed ?? value.join('\n')}
      onChange={event => type(event.currentTarget.value)}
      onBlur={() => {
        setTyped(undefined);
        onDone();
      }}
    />
  );
}

/** The lines of a text without empty ones and without those that come twice. */
export const linesOf = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(/\r\n|\r|\n/)
      .map(each => each.trim())
      .filter(each => each !== ''),
  ),
];
