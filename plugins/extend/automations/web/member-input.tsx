import type { JSX } from 'react';
import { TextInput } from '@mantine/core';
import { Select } from '#core/controls/web/index.ts';
import { useCan } from '#core/kernel/web/index.ts';
import { errorText } from '#core/ui/web/index.ts';
import { memberName, useMembers } from '#plugins/workspace/teams/web/kit/index.ts';
import { messages } from './messages.ts';

interface MemberInputProps {
  readonly of: {
    readonly label: string;
    readonly withAsterisk?: boolean;
    readonly disabled?: boolean;
    readonly description?: string;
    readonly error?: string;
  };
  /** The e-mail that names the account. */
  readonly value: unknown;
  /** Undefined removes the value. */
  readonly onChange: (value: string | undefined) => void;
}

/** Chooses a member of the team. Who sees no members enters the e-mail. */
export function MemberInput(props: MemberInputProps): JSX.Element {
  return useCan('ListTeamUsers') ? <MemberSelect {...props} /> : <EmailInput {...props} />;
}

function EmailInput({ of, value, onChange }: MemberInputProps): JSX.Element {
  return (
    <TextInput
      {...of}
      type="email"
      value={typeof value === 'string' ? value : ''}
      onChange={typed => onChange(typed.currentTarget.value || undefined)}
    />
  );
}

function MemberSelect({ of, value, onChange }: MemberInputProps): JSX.Element {
  const members = useMembers();
  const people = members.data?.data ?? [];
  const chosen = typeof value === 'string' && value !== '' ? value : null;
  const isFormer = chosen !== null && !people.some(each => each.email === chosen);
  return (
    <Select
      {...of}
      searchable
      clearable
      limit={100}
      placeholder={messages.shared.choose}
      {...(members.error === null ? {} : { error: errorText(members.error) })}
      data={[
        ...people.map(each => ({
          value: each.email,
          label: memberName(each) === each.address ? each.address : `${memberName(each)} · ${each.address}`,
        })),
        ...(isFormer ? [{ value: chosen, label: chosen }] : []),
      ]}
      value={chosen}
      onChange={next => onChange(next ?? undefined)}
    />
  );
}
