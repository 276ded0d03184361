import { Checkbox } from '@mantine/core';
import type { JSX } from 'react';

interface InputProps {
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

/** Whether people are led through the classes of a new project from the beginning. */
export function NewProjectSteps({ value, onChange }: InputProps): JSX.Element {
  return <Checkbox label="Lead people from class to class" description="One step for each class, in the order of the classes. Steps can be changed in the setup; without classes there are none yet." checked={value === true} onChange={event => onChange(event.currentTarget.checked ? true : undefined)} />;
}
