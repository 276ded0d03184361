import { JsonInput } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { messages } from '../messages.ts';

interface JsonObjectInputProps {
  readonly of: { readonly label: string; readonly disabled: boolean; readonly error?: string };
  readonly value: unknown;
  /** Undefined when the field is empty. Text that is no object is kept on screen only. */
  readonly onChange: (value: unknown) => void;
}

/** A setting that is a JSON object. */
export function JsonObjectInput({ of, value, onChange }: JsonObjectInputProps): JSX.Element {
  const [text, setText] = useState(value === undefined ? '' : JSON.stringify(value, undefined, 2));
  const read = readObject(text);
  return (
    <JsonInput
      {...of}
      autosize
      minRows={3}
      maxRows={10}
      {...(read === null ? { error: messages.jsonObjectInput.mustBeAnObject } : {})}
      value={text}
      onChange={next => {
        setText(next);
        const object = readObject(next);
        if (object !== null) onChange(object);
      }}
    />
  );
}

/** Returns the object of a text, undefined for an empty text, and null for one that is no object. */
export function readObject(text: string): Readonly<Record<string, unknown>> | undefined | null {
  if (text.trim() === '') return undefined;
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : null;
  } catch {
    return null;
  }
}
