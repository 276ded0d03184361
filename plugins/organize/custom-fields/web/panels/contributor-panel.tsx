import { Popover, Stack, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import type { PanelProps } from '#core/kernel/web/index.ts';
import { useAddressOf, useService } from '#core/kernel/web/index.ts';
import { Icon } from '#core/ui/web/index.ts';
import type { Contributor } from '#plugins/workspace/projects/common/index.ts';
import { fieldText } from '../../common/field-text.ts';
import { FIRST_COMPUTED_ID } from '../../common/template.ts';
import { CustomFieldsClient, pairQuery } from '../custom-fields-client.ts';
import { FieldInput } from '../field-input.tsx';
import { messages } from '../messages.ts';
import { useFieldSaving } from '../use-field-saving.ts';

const PAIR = 'Contributor/Project';

/** Values of the custom fields of one person of a project, to be changed where the person may. */
export default function ContributorPanel({ context }: PanelProps): JSX.Element {
  const addressOf = useAddressOf();
  const { person, editable } = context as { readonly person: Contributor; readonly editable: boolean };
  const calls = useService(CustomFieldsClient);
  const save = useFieldSaving(PAIR);
  const project = person.project_id;
  const loaded = useQuery({
    queryKey: ['customFields', 'values', PAIR, project],
    queryFn: async () => {
      const query = pairQuery(PAIR);
      const [templates, { data }] = await Promise.all([
        calls.templates(PAIR),
        calls.api.searchEntities({ query, body: { query: { limit: 2000 } } }),
      ]);
      return { templates, values: new Map(data.map(each => [each.id, each.customField?.custom_field_values ?? {}])) };
    },
  });
  // What may be changed is the same for everybody of the project: it is asked of the first one.
  const rights = useQuery({
    queryKey: ['customFields', 'editable', PAIR, project],
    queryFn: async () =>
      new Set(
        (await calls.api.editableFields({ query: pairQuery(PAIR), body: { id: person.id } })).data.map(each => each.id),
      ),
  });
  if (loaded.data === undefined)
    return (
      <Text c="var(--loupe-muted)" title={loaded.error?.message}>
        {loaded.error === null ? '' : messages.contributorPanel.notRead}
      </Text>
    );
  const values = loaded.data.values.get(person.id) ?? {};
  const shown = loaded.data.templates.filter(
    each =>
      values[String(each.id)] !== undefined ||
      (editable && rights.data?.has(each.id) === true && each.id < FIRST_COMPUTED_ID),
  );
  const texts = shown.flatMap(each =>
    values[String(each.id)] === undefined ? [] : [`${each.name} ${fieldText(each, values[String(each.id)])}`],
  );
  const text =
    texts.length === 0 ? '–' : texts.length === 1 ? texts[0]! : messages.contributorPanel.countValues(texts.length);
  if (shown.length === 0) return <Text c="var(--loupe-muted)">–</Text>;
  return (
    <Popover position="bottom-start" width={260} shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton
          aria-label={messages.contributorPanel.customFieldsOfEmail(addressOf(person.email), text)}
          title={texts.join(', ')}
          maw="100%"
        >
          <Text truncate c="var(--loupe-muted)">
            {text} <Icon name="down" size={12} />
          </Text>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={messages.contributorPanel.customFieldsOfEmail2(addressOf(person.email))}>
        <Stack gap="sm">
          {shown.map(each => (
            <div key={each.id}>
              <Text size="sm" mb={2}>
                {each.name}
              </Text>
              <FieldInput
                template={each}
                of={addressOf(person.email)}
                value={values[String(each.id)]}
                readOnly={!editable || each.id >= FIRST_COMPUTED_ID || rights.data?.has(each.id) !== true}
                onSave={value => void save(person.id, each.id, value)}
              />
            </div>
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
