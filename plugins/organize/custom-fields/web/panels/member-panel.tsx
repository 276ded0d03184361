import { Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import type { PanelProps } from '#core/kernel/web/index.ts';
import { useCan, useService, useTeam } from '#core/kernel/web/index.ts';
import { ErrorPanel } from '#core/ui/web/index.ts';
import type { TeamMember } from '#plugins/workspace/teams/common/index.ts';
import { fieldText } from '../../common/field-text.ts';
import { components, FIRST_COMPUTED_ID } from '../../common/template.ts';
import { CustomFieldsClient, pairQuery } from '../custom-fields-client.ts';
import { grantedRights, MemberField, takesValue } from '../member-columns.tsx';
import { messages } from '../messages.ts';

/** Values of the custom fields of a member. */
export default function MemberPanel({ context }: PanelProps): JSX.Element {
  const member = context['member'] as TeamMember;
  const calls = useService(CustomFieldsClient);
  const team = useTeam();
  const manages = useCan('ManageCustomFieldTemplates');
  const loaded = useQuery({
    queryKey: ['customFields', 'values', 'Contributor/Team', team.id, member.member_id],
    queryFn: async () => {
      const [templates, { customField }] = await Promise.all([
        calls.templates('Contributor/Team'),
        calls.api.getEntity({ params: { id: member.member_id }, query: pairQuery('Contributor/Team') }),
      ]);
      // What other plugins compute, they show themselves.
      return {
        templates: templates.filter(each => each.id < FIRST_COMPUTED_ID),
        values: customField?.custom_field_values ?? {},
      };
    },
  });
  if (loaded.error !== null) return <ErrorPanel error={loaded.error} onRetry={() => void loaded.refetch()} />;
  if (loaded.data === undefined) return <Skeleton h={60} />;
  const { templates, values } = loaded.data;
  const shown = templates.filter(
    each =>
      takesValue(each, member) || each.component_id === components.permissions || values[String(each.id)] !== undefined,
  );
  if (shown.length === 0)
    return (
      <Text size="sm" c="var(--loupe-muted)">
        {templates.length > 0
          ? messages.memberPanel.ownerOfATeam
          : manages
            ? messages.memberPanel.noFieldForPeopleYet
            : messages.memberPanel.noFieldForPeopleYet2}
      </Text>
    );
  return (
    <Stack gap="xs">
      {shown.map(each => (
        <div key={each.id}>
          <Text size="xs" c="var(--loupe-muted)">
            {each.name}
          </Text>
          {each.component_id === components.permissions ? (
            <Text size="sm">{grantedRights(member).join(', ') || messages.memberPanel.none}</Text>
          ) : takesValue(each, member) ? (
            <MemberField template={each} member={member} value={values[String(each.id)]} />
          ) : (
            <Text size="sm">{fieldText(each, values[String(each.id)])}</Text>
          )}
        </div>
      ))}
    </Stack>
  );
}
