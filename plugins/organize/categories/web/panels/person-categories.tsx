import { Menu, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { client, Transport } from '#core/api/web/index.ts';
import type { PanelProps } from '#core/kernel/web/index.ts';
import { useAddressOf, useService } from '#core/kernel/web/index.ts';
import { Icon, toastError } from '#core/ui/web/index.ts';
import type { Contributor } from '#plugins/workspace/projects/common/index.ts';
import { peopleCategoriesApi } from '../../common/api.ts';
import { useCategories } from '../kit/use-categories.ts';
import { messages } from '../messages.ts';

const PROJECT_ADMIN = 3;
const MANY = 10;

/** Shows the categories that a person of the project is limited to; all when none is chosen. */
export default function PersonCategories({ context }: PanelProps): JSX.Element {
  const addressOf = useAddressOf();
  const { person, editable } = context as { readonly person: Contributor; readonly editable: boolean };
  const transport = useService(Transport);
  const api = client(peopleCategoriesApi, transport);
  const queries = useQueryClient();
  const [search, setSearch] = useState('');
  const categories = useCategories(person.project_id);
  const key = ['categories', person.project_id, 'people'];
  const people = useQuery({
    queryKey: key,
    queryFn: async () =>
      new Map(
        (await api.listPeopleCategories({ params: { project_id: person.project_id } })).data.map(each => [
          each.id,
          each.category_ids,
        ]),
      ),
  });
  const all = categories.data ?? [];
  const chosen = people.data?.get(person.id) ?? [];
  const names = all.filter(each => chosen.includes(each.id)).map(each => each.name);
  const text =
    names.length === 0
      ? messages.personCategories.all
      : names.length === 1
        ? names[0]!
        : messages.personCategories.countOf(names.length, all.length);
  if (person.role === PROJECT_ADMIN || !editable || all.length === 0)
    return (
      <Text c="var(--loupe-muted)" title={names.join(', ')}>
        {text}
      </Text>
    );

  const change = async (ids: number[]): Promise<void> => {
    queries.setQueryData(key, new Map([...(people.data ?? []), [person.id, ids]]));
    await api
      .setPersonCategories({
        params: { project_id: person.project_id, contributor_id: person.id },
        body: { category_ids: ids },
      })
      .catch(toastError);
    await queries.invalidateQueries({ queryKey: key });
  };
  const found = all.filter(each => each.name.toLowerCase().includes(search.trim().toLowerCase()));
  return (
    <Menu closeOnItemClick={false} width={230}>
      <Menu.Target>
        <UnstyledButton aria-label={messages.personCategories.categoriesOfEmail(addressOf(person.email), text)}>
          <Text span c="var(--loupe-muted)">
            {text} <Icon name="down" size={12} />
          </Text>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflow: 'auto' }}>
        {all.length > MANY ? (
          <TextInput
            size="xs"
            p={4}
            aria-label={messages.personCategories.findACategory}
            placeholder={messages.personCategories.findACategory}
            value={search}
            onChange={event => setSearch(event.currentTarget.value)}
          />
        ) : undefined}
        {found.map(each => {
          const on = chosen.includes(each.id);
          return (
            <Menu.CheckboxItem
              key={each.id}
              checked={on}
              onChange={() => void change(on ? chosen.filter(id => id !== each.id) : [...chosen, each.id])}
            >
              {each.name}
            </Menu.CheckboxItem>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
