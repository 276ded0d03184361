import { SimpleGrid, TextInput } from '@mantine/core';
import type { JSX } from 'react';
import type { FormVariable } from '../../common/form-document.ts';
import classes from '../form.module.css';
import { messages } from '../messages.ts';

interface TriedVariablesProps {
  readonly variables: readonly FormVariable[];
  /** Other values for the preview alone, by name. */
  readonly tried: Readonly<Record<string, string>>;
  readonly onTry: (tried: Readonly<Record<string, string>>) => void;
}

/**
 * The variables of the form with values to try in the preview: the form itself keeps its own. A value is taken by
 * Enter, or by leaving its field.
 */
export function TriedVariables({ variables, tried, onTry }: TriedVariablesProps): JSX.Element {
  const take = (name: string, value: string): void => {
    if (value !== (tried[name] ?? variables.find(each => each.name === name)?.value))
      onTry({ ...tried, [name]: value });
  };
  return (
    <SimpleGrid
      cols={{ base: 1, sm: 2 }}
      spacing="xs"
      className={classes['previewData']!}
      role="group"
      aria-label={messages.triedVariables.variablesOfThePreview}
    >
      {variables.map(({ name, value, secure }) => (
        <TextInput
          key={name}
          size="xs"
          label={name}
          disabled={secure}
          placeholder={secure ? messages.triedVariables.secureOnlyTheServerKnowsIt : undefined}
          defaultValue={secure ? '' : (tried[name] ?? value)}
          onBlur={event => take(name, event.currentTarget.value)}
          onKeyDown={event => {
            if (event.key === 'Enter') take(name, event.currentTarget.value);
          }}
        />
      ))}
    </SimpleGrid>
  );
}
