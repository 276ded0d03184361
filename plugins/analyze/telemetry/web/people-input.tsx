import { MultiSelect } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { errorText } from '#core/ui/web/index.ts';
import { memberName, useMembers } from '#plugins/workspace/teams/web/kit/index.ts';
import { messages } from './messages.ts';

interface PeopleInputProps {
  /** The e-mails that name their accounts. */
  readonly value: readonly string[];
  readonly onChange: (emails: string[]) => void;
}

/** Chooses members of the team. The log keeps the work of people who left, so an address that is typed in full is offered too. */
export function PeopleInput({ value, onChange }: PeopleInputProps): JSX.Element {
  const members = useMembers();
  const [search, setSearch] = useState('');
  const people = members.data?.data;
  const typed = search.trim().toLowerCase();
  const isMember = (email: string): boolean =>
    (people ?? []).some(each => [each.email, each.address].some(own => own.toLowerCase() === email));
  const former = [...new Set(/^\S+@\S+$/.test(typed) ? [...value, typed] : value)].filter(
    email => people !== undefined && !isMember(email),
  );
  return (
    <MultiSelect
      label={messages.peopleInput.people}
      description={messages.peopleInput.peopleWhoLeft}
      placeholder={value.length === 0 ? messages.peopleInput.everybody : ''}
      searchable
      hidePickedOptions
      limit={100}
      searchValue={search}
      onSearchChange={setSearch}
      error={members.error === null ? undefined : errorText(members.error)}
      nothingFoundMessage={people === undefined ? messages.peopleInput.loading : messages.peopleInput.nobodyMatches}
      data={[
        ...(people ?? []).map(each => ({
          value: each.email.toLowerCase(),
          label: memberName(each) === each.address ? each.address : `${memberName(each)} · ${each.address}`,
        })),
        ...former.map(email => ({ value: email, label: messages.peopleInput.notInTheTeam(email) })),
      ]}
      value={[...value]}
      onChange={onChange}
    />
  );
}
