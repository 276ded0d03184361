import { Button, Group, Input, Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { DialogForm, Icon, Segments } from '#core/ui/web/index.ts';
import type { Integration } from '../common/integration.ts';
import { IntegrationsClient } from './integrations-client.ts';
import { messages } from './messages.ts';

interface QueryStepProps {
  readonly place: { readonly projectId: number; readonly folderId: number | undefined };
  readonly integration: Integration;
  readonly onBegun: (jobId: string) => void;
  readonly onClose: () => void;
}

interface MappedColumn {
  readonly column: string;
  readonly component: string;
}

/** Asks for a query and for the components that its columns fill; its rows become items. */
export function QueryStep({ place, integration, onBegun, onClose }: QueryStepProps): JSX.Element {
  const { api } = useService(IntegrationsClient);
  const [query, setQuery] = useState('');
  const [naming, setNaming] = useState<'column' | 'prefix'>('column');
  const [name, setName] = useState('');
  const [category, setCategory] = useState('');
  const [mapped, setMapped] = useState<readonly MappedColumn[]>([{ column: '', component: '' }]);
  const change = (at: number, part: Partial<MappedColumn>): void =>
    setMapped(mapped.map((each, place) => (place === at ? { ...each, ...part } : each)));
  const submit = async (): Promise<void> => {
    const pairs = mapped.flatMap(({ column, component }) =>
      column.trim() === '' || component.trim() === '' ? [] : [[column.trim(), component.trim()] as const],
    );
    const { job_id: job } = await api.attachIntegration({
      body: {
        project_id: place.projectId,
        folder_id: place.folderId ?? null,
        integration_id: integration.id,
        options: {
          query: query.trim(),
          item_name: name.trim(),
          prefix: naming === 'prefix',
          column_class_map: Object.fromEntries(pairs),
          ...(category.trim() === '' ? {} : { item_category: category.trim() }),
        },
      },
    });
    onBegun(job);
  };
  return (
    <DialogForm
      action={messages.queryStep.readRows}
      ready={query.trim() !== '' && name.trim() !== ''}
      onSubmit={submit}
      onCancel={onClose}
    >
      <Textarea
        label={messages.queryStep.query}
        description={messages.queryStep.queryHelp}
        required
        autosize
        minRows={4}
        maxRows={12}
        maxLength={100_000}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        value={query}
        onChange={event => setQuery(event.currentTarget.value)}
      />
      <Stack gap={6}>
        <Input.Label labelElement="div">{messages.queryStep.names}</Input.Label>
        <Group align="flex-start" wrap="nowrap">
          <Segments
            aria-label={messages.queryStep.names}
            value={naming}
            onChange={setNaming}
            data={[
              { value: 'column', label: messages.queryStep.column },
              { value: 'prefix', label: messages.queryStep.prefix },
            ]}
          />
          <TextInput
            flex={1}
            aria-label={naming === 'column' ? messages.queryStep.nameColumn : messages.queryStep.namePrefix}
            placeholder={naming === 'column' ? messages.queryStep.nameColumn : messages.queryStep.namePrefix}
            description={naming === 'prefix' ? messages.queryStep.prefixHelp : undefined}
            inputWrapperOrder={['input', 'description']}
            maxLength={150}
            value={name}
            onChange={event => setName(event.currentTarget.value)}
          />
        </Group>
      </Stack>
      <Stack gap={6}>
        <Input.Label labelElement="div">{messages.queryStep.values}</Input.Label>
        {mapped.map((each, at) => (
          <Group key={at} wrap="nowrap">
            <TextInput
              flex={1}
              aria-label={messages.queryStep.columnNumber(at + 1)}
              placeholder={messages.queryStep.column}
              maxLength={255}
              value={each.column}
              onChange={event => change(at, { column: event.currentTarget.value })}
            />
            <TextInput
              flex={1}
              aria-label={messages.queryStep.componentNumber(at + 1)}
              placeholder={messages.queryStep.component}
              maxLength={1000}
              value={each.component}
              onChange={event => change(at, { component: event.currentTarget.value })}
            />
          </Group>
        ))}
        <Button
          variant="default"
          size="compact-sm"
          w="fit-content"
          leftSection={<Icon name="plus" size={14} />}
          onClick={() => setMapped([...mapped, { column: '', component: '' }])}
        >
          {messages.queryStep.addColumn}
        </Button>
      </Stack>
      <TextInput
        label={messages.queryStep.category}
        description={messages.queryStep.categoryHelp}
        maxLength={255}
        value={category}
        onChange={event => setCategory(event.currentTarget.value)}
      />
    </DialogForm>
  );
}
