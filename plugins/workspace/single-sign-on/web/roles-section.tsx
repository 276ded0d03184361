import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FormEvent, JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { Icon, toast, toastError, useLeaveQuestion } from '#core/ui/web/index.ts';
import type { SingleSignOn } from '../common/api.ts';
import type { RoleMapping } from '../common/role-mapping.ts';
import { messages } from './messages.ts';
import { Section } from './section.tsx';
import { useSignOnChange } from './use-single-sign-on.ts';

const ROLES = [
  { value: '4', label: messages.shared.contributor },
  { value: '7', label: messages.shared.teamAdmin },
];
const roleOf = (value: string | null): 4 | 7 => (value === '7' ? 7 : 4);

/** Roles in teams by groups of the provider. */
export function RolesSection({ state }: { readonly state: SingleSignOn }): JSX.Element {
  return (
    <Section title={messages.steps.roles} help={messages.roles.help}>
      <RulesForm key={state.placing.version} state={state} />
    </Section>
  );
}

function RulesForm({ state }: { readonly state: SingleSignOn }): JSX.Element {
  const { placing } = state;
  const teams = state.teams.map(each => ({ value: String(each.id), label: each.name }));
  const [rules, setRules] = useState<readonly RoleMapping[]>(placing.mappings);
  const [team, setTeam] = useState(placing.default_team_id);
  const [role, setRole] = useState(placing.default_role);
  const save = useSignOnChange(state.organization.id, (calls, params) =>
    calls.savePlacing({
      params,
      body: { default_team_id: team, default_role: role, mappings: [...rules], base: placing.version },
    }),
  );
  const change = (at: number, part: Partial<RoleMapping>): void =>
    setRules(rules.map((each, index) => (index === at ? { ...each, ...part } : each)));
  const unchanged =
    team === placing.default_team_id &&
    role === placing.default_role &&
    JSON.stringify(rules) === JSON.stringify(placing.mappings);
  useLeaveQuestion(!unchanged);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate(undefined, { onSuccess: () => toast(messages.roles.saved), onError: toastError });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm" maw={720}>
        {rules.length === 0 ? <Text c="var(--loupe-muted)">{messages.roles.noRules}</Text> : undefined}
        {rules.map((rule, at) => (
          <Group key={at} align="flex-end" wrap="nowrap">
            <TextInput
              label={messages.roles.group}
              flex={1}
              value={rule.group}
              onChange={event => change(at, { group: event.currentTarget.value })}
            />
            <Select
              label={messages.roles.team}
              data={teams}
              allowDeselect={false}
              value={String(rule.team_id)}
              onChange={value => change(at, { team_id: Number(value) })}
            />
            <Select
              label={messages.roles.role}
              w={150}
              data={ROLES}
              allowDeselect={false}
              value={String(rule.role)}
              onChange={value => change(at, { role: roleOf(value) })}
            />
            <Button
              variant="subtle"
              size="compact-md"
              aria-label={messages.roles.removeRule(rule.group)}
              onClick={() => setRules(rules.filter((_, index) => index !== at))}
            >
              <Icon name="trash" size={14} />
            </Button>
          </Group>
        ))}
        <Group>
          <Button
            variant="default"
            size="xs"
            leftSection={<Icon name="plus" size={14} />}
            disabled={state.teams.length === 0}
            onClick={() => setRules([...rules, { group: '', team_id: state.teams[0]!.id, role: 4 }])}
          >
            {messages.roles.addRule}
          </Button>
        </Group>
        <Group align="flex-end">
          <Select
            label={messages.roles.defaultTeam}
            w={300}
            data={[{ value: '', label: messages.roles.noTeam }, ...teams]}
            allowDeselect={false}
            value={team === null ? '' : String(team)}
            onChange={value => setTeam(value === '' || value === null ? null : Number(value))}
          />
          {team === null ? undefined : (
            <Select
              label={messages.roles.defaultRole}
              w={150}
              data={ROLES}
              allowDeselect={false}
              value={String(role)}
              onChange={value => setRole(roleOf(value))}
            />
          )}
        </Group>
        <Group>
          <Button
            type="submit"
            loading={save.isPending}
            disabled={unchanged || rules.some(each => each.group.trim() === '')}
          >
            {messages.shared.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
