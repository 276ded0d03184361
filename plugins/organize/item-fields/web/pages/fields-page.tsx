import { ActionIcon, Button, Skeleton, Table, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { client, Transport } from '#core/api/web/index.ts';
import { useCan, useService } from '#core/kernel/web/index.ts';
import {
  confirm,
  EmptyState,
  ErrorPanel,
  Icon,
  PageBody,
  PageHeader,
  toast,
  toastError,
  Tooltip,
} from '#core/ui/web/index.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import { customMetadataApi } from '../../common/api.ts';
import { fieldKinds, kindOf, limitsText } from '../../common/field-draft.ts';
import type { FieldSpec } from '../../common/field-spec.ts';
import { MOST_FIELDS } from '../../common/field-spec.ts';
import { FieldDialog } from '../field-dialog.tsx';
import { messages } from '../messages.ts';

/** Setup tab: the fields of custom metadata of the project. */
export default function FieldsPage(): JSX.Element {
  const project = useProject();
  const transport = useService(Transport);
  const api = client(customMetadataApi, transport);
  const queries = useQueryClient();
  const edits = useCan('UpdateProjectSettings');
  const [adding, setAdding] = useState(false);
  const query = { query: { project_id: project.id } };
  const fields = useQuery({
    queryKey: ['item-fields', project.id],
    queryFn: async () => {
      const [schema, counts] = await Promise.all([api.getFields(query), api.countValues(query)]);
      return Object.entries(schema).map(([name, spec]) => ({
        name,
        spec: spec as FieldSpec,
        values: counts[name] ?? 0,
      }));
    },
  });
  if (fields.error !== null && fields.data === undefined)
    return <ErrorPanel error={fields.error} onRetry={() => void fields.refetch()} />;
  if (fields.data === undefined)
    return (
      <>
        <PageHeader title={messages.fieldsPage.itemFields} />
        <PageBody>
          {[0, 1, 2].map(each => (
            <Skeleton key={each} h={32} mb="xs" maw={860} />
          ))}
        </PageBody>
      </>
    );

  const all = fields.data;
  const reload = (): Promise<void> => queries.invalidateQueries({ queryKey: ['item-fields', project.id] });
  const remove = async (name: string): Promise<void> => {
    // Counted again: values may have come since the list was read.
    const values =
      (await api.countValues(query).catch(() => undefined))?.[name] ??
      all.find(each => each.name === name)?.values ??
      0;
    const text = values === 0 ? messages.fieldsPage.noItemHasAValue : messages.fieldsPage.thisCannotBeUndone(values);
    if (
      !(await confirm({
        title: messages.fieldsPage.deleteName(name),
        text,
        action: messages.fieldsPage.deleteField,
        danger: true,
        ...(values > 100 ? { typed: name } : {}),
      }))
    )
      return;
    try {
      await api.deleteFields({ ...query, body: { custom_fields: [name] } });
      toast(messages.fieldsPage.nameIsDeleted(name), { tone: 'success' });
    } catch (error) {
      toastError(error);
    }
    await reload();
  };
  const add = (
    <Button
      leftSection={<Icon name="plus" size={14} />}
      disabled={all.length >= MOST_FIELDS}
      onClick={() => setAdding(true)}
    >
      {messages.shared.addField}
    </Button>
  );
  return (
    <>
      <PageHeader title={messages.fieldsPage.itemFields} count={all.length}>
        {edits && all.length > 0 ? add : undefined}
      </PageHeader>
      <PageBody>
        {all.length === 0 ? (
          <EmptyState icon="list" text={messages.fieldsPage.noFieldsYet}>
            {edits ? add : undefined}
          </EmptyState>
        ) : (
          <>
            <Text c="var(--loupe-muted)" mb="xs" maw={860}>
              {messages.fieldsPage.upToFields(MOST_FIELDS)}
            </Text>
            <Table highlightOnHover highlightOnHoverColor="var(--loupe-hover)" maw={860}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{messages.shared.name}</Table.Th>
                  <Table.Th w={110}>{messages.shared.type}</Table.Th>
                  <Table.Th>{messages.fieldsPage.allowed}</Table.Th>
                  <Table.Th w={130} ta="right">
                    {messages.fieldsPage.itemsWithValue}
                  </Table.Th>
                  {edits ? <Table.Th w={48} aria-label={messages.fieldsPage.actions} /> : undefined}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {all.map(({ name, spec, values }) => (
                  <Table.Tr key={name}>
                    <Table.Td style={{ overflowWrap: 'anywhere' }}>{name}</Table.Td>
                    <Table.Td>{fieldKinds[kindOf(spec)]}</Table.Td>
                    <Table.Td>
                      <Text lineClamp={2}>{limitsText(spec) || '–'}</Text>
                    </Table.Td>
                    <Table.Td ta="right">{values.toLocaleString('en')}</Table.Td>
                    {edits ? (
                      <Table.Td>
                        <Tooltip label={messages.fieldsPage.delete}>
                          <ActionIcon
                            aria-label={messages.fieldsPage.deleteName2(name)}
                            onClick={() => void remove(name)}
                          >
                            <Icon name="trash" />
                          </ActionIcon>
                        </Tooltip>
                      </Table.Td>
                    ) : undefined}
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </>
        )}
      </PageBody>
      <FieldDialog
        opened={adding}
        onClose={() => setAdding(false)}
        taken={new Set(all.map(each => each.name))}
        onAdd={async (name, spec) => {
          await api.createFields({ ...query, body: { data: { [name]: spec } } });
          await reload();
        }}
      />
    </>
  );
}
