import { ActionIcon, Button, Group, MultiSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { client, Transport } from '#core/api/web/index.ts';
import { Select } from '#core/controls/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { Icon } from '#core/ui/web/index.ts';
import { isRecord } from '#plugins/annotate/annotations/common/index.ts';
import { useStatuses } from '#plugins/workspace/items/web/kit/index.ts';
import { contributorsApi } from '#plugins/workspace/projects/common/index.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import { formKeys } from '../../common/query-keys.ts';
import type { FormComponent } from '../../common/form-document.ts';
import classes from '../form.module.css';
import { messages } from '../messages.ts';

/** A restriction of a component for roles and statuses; 1 reads it, 2 does not see it. */
interface Permission {
  readonly roles: 'all' | readonly number[];
  readonly statuses: 'all' | readonly number[];
  readonly visibility: number;
}

const ALL = 'all';

const listOf = (value: unknown): 'all' | readonly number[] =>
  Array.isArray(value) ? value.filter(each => typeof each === 'number') : ALL;
const readPermissions = (value: unknown): readonly Permission[] =>
  (Array.isArray(value) ? value : [])
    .filter(isRecord)
    .map(each => ({
      ...each,
      roles: listOf(each['roles']),
      statuses: listOf(each['statuses']),
      visibility: typeof each['visibility'] === 'number' ? each['visibility'] : 1,
    }));

/**
 * Edits the roles and statuses for which a component is read-only or hidden. Without an entry everybody who may edit
 * the item edits it.
 */
export function PermissionsEditor({
  component,
  onChange,
}: {
  readonly component: FormComponent;
  readonly onChange: (permissions: readonly Permission[]) => void;
}): JSX.Element {
  const project = useProject();
  const transport = useService(Transport);
  const statuses = useStatuses(project.id);
  const roles = useQuery({
    queryKey: formKeys.roles(project.id),
    staleTime: 60_000,
    queryFn: async () =>
      (
        await client(contributorsApi, transport).listContributors({
          params: { project_id: project.id },
          query: { limit: 1 },
        })
      ).roles,
  });
  const permissions = readPermissions(component['permissions']);
  const put = (at: number, change: Partial<Permission>): void =>
    onChange(permissions.with(at, { ...permissions[at]!, ...change }));
  const roleData = (roles.data ?? []).map(each => ({ value: String(each.id), label: each.name }));
  const statusData = statuses.map(each => ({ value: String(each.value), label: each.title }));
  return (
    <Stack gap="sm">
      {permissions.length === 0 ? (
        <Text size="sm" c="var(--loupe-muted)">
          {messages.permissionsEditor.everybodyWhoMayEdit}
        </Text>
      ) : undefined}
      {permissions.map((permission, at) => (
        <fieldset key={at} className={classes['card']}>
          <legend className={classes['legend']}>{messages.permissionsEditor.ruleCount(at + 1)}</legend>
          <Stack gap={6}>
            <Several
              label={messages.permissionsEditor.roles}
              every={messages.permissionsEditor.allRoles}
              data={roleData}
              value={permission.roles}
              onChange={next => put(at, { roles: next })}
            />
            <Several
              label={messages.permissionsEditor.statuses}
              every={messages.permissionsEditor.allStatuses}
              data={statusData}
              value={permission.statuses}
              onChange={next => put(at, { statuses: next })}
            />
            <Group gap={4} wrap="nowrap" align="end">
              <Select
                label={messages.permissionsEditor.they}
                style={{ flex: 1 }}
                allowDeselect={false}
                data={[
                  { value: '1', label: messages.permissionsEditor.onlyReadIt },
                  { value: '2', label: messages.permissionsEditor.doNotSeeIt },
                ]}
                value={permission.visibility === 2 ? '2' : '1'}
                onChange={value => put(at, { visibility: Number(value) })}
              />
              <ActionIcon
                aria-label={messages.permissionsEditor.removeRuleCount(at + 1)}
                onClick={() => onChange(permissions.toSpliced(at, 1))}
              >
                <Icon name="trash" size={14} />
              </ActionIcon>
            </Group>
          </Stack>
        </fieldset>
      ))}
      <Button
        size="compact-xs"
        variant="default"
        style={{ alignSelf: 'start' }}
        leftSection={<Icon name="plus" size={12} />}
        onClick={() => onChange([...permissions, { roles: ALL, statuses: ALL, visibility: 1 }])}
      >
        {messages.permissionsEditor.addRule}
      </Button>
    </Stack>
  );
}

interface SeveralProps {
  readonly label: string;
  /** Label of an empty choice. */
  readonly every: string;
  readonly data: readonly { readonly value: string; readonly label: string }[];
  readonly value: 'all' | readonly number[];
  readonly onChange: (value: 'all' | readonly number[]) => void;
}

function Several({ label, every, data, value, onChange }: SeveralProps): JSX.Element {
  const chosen = value === ALL ? [] : value.map(String);
  // A code that the project does not have is kept and shown by its number.
  const strange = chosen
    .filter(each => !data.some(known => known.value === each))
    .map(each => ({ value: each, label: each }));
  return (
    <MultiSelect
      label={label}
      {...(chosen.length === 0 ? { placeholder: value === ALL ? every : messages.permissionsEditor.none } : {})}
      data={[...data, ...strange]}
      value={chosen}
      onChange={next => onChange(next.length === 0 ? ALL : next.map(Number))}
      clearable
    />
  );
}
