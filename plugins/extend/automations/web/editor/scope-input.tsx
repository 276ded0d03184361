import { MultiSelect, Stack } from '@mantine/core';
import type { JSX } from 'react';
import { Segments } from '#core/ui/web/index.ts';
import type { EventScope } from '../../common/pipeline.ts';
import { messages } from '../messages.ts';

interface ScopeInputProps {
  readonly scope: EventScope;
  readonly projects: readonly { readonly id: number; readonly name: string }[];
  readonly error: string | undefined;
  readonly disabled: boolean;
  readonly onChange: (scope: EventScope) => void;
}

/** The projects an event is taken from. Folders that a YAML file names are kept as long as their project is chosen. */
export function ScopeInput({ scope, projects, error, disabled, onChange }: ScopeInputProps): JSX.Element {
  return (
    <Stack gap="xs">
      <Segments
        aria-label={messages.scopeInput.projectsOfTheEvent}
        disabled={disabled}
        data={[
          { value: 'all', label: messages.shared.allProjects },
          { value: 'some', label: messages.scopeInput.chosenProjects },
        ]}
        value={scope.all ? 'all' : 'some'}
        onChange={next => onChange({ ...scope, all: next === 'all' })}
      />
      {scope.all ? undefined : (
        <MultiSelect
          label={messages.scopeInput.projects}
          searchable
          disabled={disabled}
          data={projects.map(each => ({ value: String(each.id), label: each.name }))}
          value={scope.projects.map(each => String(each.id))}
          {...(error === undefined ? {} : { error })}
          onChange={chosen =>
            onChange({
              all: false,
              projects: chosen.map(
                each => scope.projects.find(known => String(known.id) === each) ?? { id: Number(each), folders: [] },
              ),
            })
          }
        />
      )}
    </Stack>
  );
}
