import { ActionIcon, Button, Group, TextInput } from '@mantine/core';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { Icon } from '#core/ui/web/index.ts';
import type { AppCommand, AppPlace } from '#sdk/app/app-manifest.ts';
import { placeWords } from '../app-words.ts';
import classes from '../custom-apps.module.css';
import { messages } from '../messages.ts';

interface CommandsFieldProps {
  readonly commands: readonly AppCommand[];
  /** Places of the app. */
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
      <legend>{messages.commandsField.commandsInThePalette}</legend>
      {commands.map(({ id, title, place }, at) => (
        <Group key={at} gap="xs" wrap="nowrap" align="end" mb={6}>
          <TextInput
            label={at === 0 ? messages.shared.title : undefined}
            aria-label={messages.commandsField.titleOfTheCommand}
            flex={2}
            maxLength={60}
            value={title ?? ''}
            onChange={event => set(at, { title: event.currentTarget.value })}
          />
          <TextInput
            label={at === 0 ? messages.commandsField.wordInTheCode : undefined}
            aria-label={messages.commandsField.wordInTheCode}
            flex={1}
            maxLength={40}
            value={id ?? ''}
            onChange={event => set(at, { id: event.currentTarget.value })}
          />
          <Select
            label={at === 0 ? messages.commandsField.runsIn : undefined}
            aria-label={messages.commandsField.runsIn}
            flex={1}
            clearable
            placeholder={messages.commandsField.anyPlace}
            data={choices}
            value={place ?? null}
            onChange={value => setPlace(at, value as AppPlace | null)}
          />
          <ActionIcon
            aria-label={messages.commandsField.removeCommandCount(at + 1)}
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
          onChange([
            ...commands,
            { id: `command${commands.length + 1}`, title: messages.commandsField.commandCount(commands.length + 1) },
          ])
        }
      >
        {messages.commandsField.addCommand}
      </Button>
    </fieldset>
  );
}
