import { Group, PasswordInput, TextInput } from '@mantine/core';
import type { JSX } from 'react';
import { passwordProblem } from '#core/auth/common/index.ts';
import { messages } from './messages.ts';

/** The two names of a new account. */
export interface PersonName {
  readonly first_name: string;
  readonly last_name: string;
}

/** Takes the names of a person. */
export function NameFields({
  name,
  autoFocus,
  onChange,
}: {
  readonly name: PersonName;
  readonly autoFocus: boolean;
  readonly onChange: (part: Partial<PersonName>) => void;
}): JSX.Element {
  return (
    <Group grow gap="sm">
      <TextInput
        label={messages.shared.firstName}
        autoComplete="given-name"
        autoFocus={autoFocus}
        maxLength={100}
        value={name.first_name}
        onChange={event => onChange({ first_name: event.currentTarget.value })}
      />
      <TextInput
        label={messages.shared.lastName}
        autoComplete="family-name"
        maxLength={100}
        value={name.last_name}
        onChange={event => onChange({ last_name: event.currentTarget.value })}
      />
    </Group>
  );
}

/** Takes a new password, and says what makes it too weak. */
export function NewPasswordField({
  label = messages.shared.password,
  autoFocus = false,
  password,
  onChange,
}: {
  readonly label?: string;
  readonly autoFocus?: boolean;
  readonly password: string;
  readonly onChange: (password: string) => void;
}): JSX.Element {
  const weak = password === '' ? undefined : passwordProblem(password);
  return (
    <PasswordInput
      label={label}
      autoComplete="new-password"
      autoFocus={autoFocus}
      value={password}
      error={weak === undefined ? undefined : messages.shared.pleaseWeak(weak)}
      onChange={event => onChange(event.currentTarget.value)}
    />
  );
}

/** Returns whether a new password is there and strong enough. */
export const isGoodPassword = (password: string): boolean => password !== '' && passwordProblem(password) === undefined;
