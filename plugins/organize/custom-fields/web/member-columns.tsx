import type { Container } from 'inversify';
import type { JSX } from 'react';
import { PluginScope, useCan } from '#core/kernel/web/index.ts';
import { permissionById, teamPermissions, teamRoles } from '#core/permissions/common/index.ts';
import type { TeamMember } from '#plugins/workspace/teams/common/index.ts';
import type { MemberColumn } from '#plugins/workspace/teams/web/kit/index.ts';
import { memberName } from '#plugins/workspace/teams/web/kit/index.ts';
import { fieldText } from '../common/field-text.ts';
import type { Template } from '../common/template.ts';
import { components, FIRST_COMPUTED_ID } from '../common/template.ts';
import type { Values } from './custom-fields-client.ts';
import { FieldInput } from './field-input.tsx';
import { useFieldSaving } from './use-field-saving.ts';

/** Names of the rights given to a member. */
export const grantedRights = (member: TeamMember): readonly string[] =>
  member.permissions.map(each => permissionById(each)?.name ?? String(each));

/** Returns whether a field of a member takes values: owners of a team have none. */
export const takesValue = (template: Template, member: TeamMember): boolean =>
  template.id < FIRST_COMPUTED_ID &&
  template.component_id !== components.permissions &&
  member.user_role < teamRoles.teamOwner;

/** A column for each custom field of people; computed ones are shown when somebody chooses them. */
export function fieldColumns(
  templates: readonly Template[],
  values: ReadonlyMap<number, Values>,
  container: Container,
): readonly MemberColumn[] {
  return templates.map((template, at): MemberColumn => {
    const of = (member: TeamMember): unknown => values.get(member.member_id)?.[String(template.id)];
    const rights = template.component_id === components.permissions;
    const computed = template.id >= FIRST_COMPUTED_ID;
    return {
      key: `customFields.${template.id}`,
      title: template.name,
      width:
        template.component_id === components.boolean
          ? 90
          : template.component_id === components.multiSelect
            ? 190
            : 140,
      order: 50 + at / 1000,
      numeric: computed,
      hidden: computed,
      filter: [components.singleSelect, components.multiSelect, components.boolean, components.permissions].includes(
        template.component_id as 2,
      ),
      ...(rights ? { rights: teamPermissions.map(each => each.name) } : {}),
      value: member => {
        const value = of(member);
        if (rights) return grantedRights(member);
        if (typeof value === 'number' && template.component_id === components.numeric)
          return computed ? Math.round(value * 100) / 100 : value;
        return Array.isArray(value)
          ? (value as string[])
          : typeof value === 'boolean'
            ? value
            : fieldText(template, value);
      },
      ...(rights || computed
        ? {}
        : {
            cell: member => (
              <PluginScope container={container}>
                <MemberField template={template} member={member} value={of(member)} plain />
              </PluginScope>
            ),
          }),
    };
  });
}

/** The value of one field of a member, to be changed where the person may. */
export function MemberField({
  template,
  member,
  value,
  plain = false,
}: {
  readonly template: Template;
  readonly member: TeamMember;
  readonly value: unknown;
  readonly plain?: boolean;
}): JSX.Element {
  const manages = useCan('ManageCustomFieldTemplates');
  const save = useFieldSaving('Contributor/Team');
  const edits = manages || (template.access.edit ?? []).includes(teamRoles.contributor);
  return (
    <FieldInput
      template={template}
      of={memberName(member)}
      value={value}
      readOnly={!edits || !takesValue(template, member)}
      plain={plain}
      onSave={changed => void save(member.member_id, template.id, changed)}
    />
  );
}
