import { ActionIcon, Button, Group, TextInput } from '@mantine/core';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { Icon } from '#core/ui/web/index.ts';
import type { AppCommand, AppPlace } from '#sdk/app/app-manifest.ts';
import { placeWords } from '../app-words.ts';
import classes from '../custom-apps.module.css';

interface CommandsFieldProps {
  readonly commands: readonly AppCommand[];
  /** Where the app appears. */
  readonly places: readonly AppPlace[];
  readonly onChange: (commands: readonly AppCommand[]) => void;
}

/** Commands of the app: what the palette calls them, by which word the code knows them, and where they run. */
export function CommandsField({ commands, places, onChange }: CommandsFieldProps): JSX.Element {
  const set = (at: number, change: Partial<AppCommand>): void =>
    onChange(commands.with(at, { ...commands[at]!, ...change }));
  const setPlace = (at: number, place: AppPlace | null): void => {
    const { place: _, ...rest } = commands[at]!;
    onChange(commands.with(at, place === null ? rest : { ...rest, place }));
  };
  const choices = [...new Set(places)].map(each => ({ value: each, label: placeWords[each] ?? each }));
  return (
    <fieldset className={classes['fieldset']}>
      <legend>Commands in the palette</legend>
      {commands.map(({ id, title, place }, at) => (
        <Group key={at} gap="xs" wrap="nowrap" align="end" mb={6}>
          <TextInput
            label={at === 0 ? 'Title' : undefined}
            aria-label="Title of the command"
            flex={2}
            maxLength={60}
            value={title ?? ''}
            onChange={event => set(at, { title: event.currentTarget.value })}
          />
          <TextInput
            label={at === 0 ? 'Word in the code' : undefined}
            aria-label="Word in the code"
            flex={1}
            maxLength={40}
            value={id ?? ''}
            onChange={event => set(at, { id: event.currentTarget.value })}
          />
          <Select
            label={at === 0 ? 'Runs in' : undefined}
            aria-label="Runs in"
            flex={1}
            clearable
            placeholder="Any place"
            data={choices}
            value={place ?? null}
            onChange={value => setPlace(at, value as AppPlace | null)}
          />
          <ActionIcon
            aria-label={`Remove command ${at + 1}`}
            mb={4}
            onClick={() => onChange(commands.toSpliced(at, 1))}
          >
            <Icon name="trash" size={14} />
          </ActionIcon>
        </Group>
      ))}
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<Icon name="plus" size={12} />}
        onClick={() =>
          onChange([...commands, { id: `command${commands.length + 1}`, title: `Command ${commands.length + 1}` }])
        }
      >
        Add command
      </Button>
    </fieldset>
  );
}
