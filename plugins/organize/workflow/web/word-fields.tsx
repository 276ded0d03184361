import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { messages } from './messages.ts';

interface WordFieldsProps {
  readonly name: string;
  /** Why the name cannot be taken, shown once the field was left. */
  readonly problem: string | undefined;
  readonly description: string;
  readonly onName: (name: string) => void;
  readonly onDescription: (description: string) => void;
}

/** Name and description of a role or a status. */
export function WordFields({ name, problem, description, onName, onDescription }: WordFieldsProps): JSX.Element {
  const [touched, setTouched] = useState(false);
  return (
    <>
      <TextInput
        label={messages.shared.name}
        description={messages.shared.lettersDigitsAnd}
        data-autofocus
        maxLength={100}
        value={name}
        error={touched ? problem : undefined}
        onBlur={() => setTouched(name !== '')}
        onChange={event => onName(event.currentTarget.value)}
      />
      <Textarea
        label={messages.shared.description}
        autosize
        minRows={2}
        maxLength={2000}
        value={description}
        onChange={event => onDescription(event.currentTarget.value)}
      />
    </>
  );
}
