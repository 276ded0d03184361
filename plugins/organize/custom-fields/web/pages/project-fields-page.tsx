import { Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { EmptyState, ErrorPanel, PageBody } from '#core/ui/web/index.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import { CustomFieldsClient, pairQuery } from '../custom-fields-client.ts';
import { FieldInput } from '../field-input.tsx';
import { messages } from '../messages.ts';
import { useFieldSaving } from '../use-field-saving.ts';

/** Values of the fields of a project. */
export default function ProjectFieldsPage(): JSX.Element {
  const calls = useService(CustomFieldsClient);
  const project = useProject();
  const save = useFieldSaving('Project/Team');
  const loaded = useQuery({
    queryKey: ['customFields', 'values', 'Project/Team', project.id],
    queryFn: async () => {
      const query = pairQuery('Project/Team');
      const [templates, { customField }, { data: editable }] = await Promise.all([
        calls.templates('Project/Team'),
        calls.api.getEntity({ params: { id: project.id }, query }),
        calls.api.editableFields({ query, body: { id: project.id } }),
      ]);
      return {
        templates,
        values: customField?.custom_field_values ?? {},
        editable: new Set(editable.map(each => each.id)),
      };
    },
  });
  if (loaded.error !== null) return <ErrorPanel error={loaded.error} onRetry={() => void loaded.refetch()} />;
  if (loaded.data === undefined)
    return (
      <PageBody>
        {[0, 1, 2].map(each => (
          <Skeleton key={each} h={48} mb="xs" maw={520} />
        ))}
      </PageBody>
    );
  const { templates, values, editable } = loaded.data;
  const shown = templates.filter(each => editable.has(each.id) || values[String(each.id)] !== undefined);
  if (shown.length === 0)
    return (
      <PageBody>
        <EmptyState icon="adjust" text={messages.projectFieldsPage.noCustomFieldOfProjects} />
      </PageBody>
    );
  return (
    <PageBody>
      <Stack gap="md" maw={520} pt="md">
        {shown.map(each => (
          <div key={each.id}>
            <Text size="sm" fw={500} mb={2}>
              {each.name}
            </Text>
            <FieldInput
              template={each}
              of={project.name}
              value={values[String(each.id)]}
              readOnly={!editable.has(each.id)}
              onSave={value => void save(project.id, each.id, value)}
            />
          </div>
        ))}
      </Stack>
    </PageBody>
  );
}
