import { MultiSelect, NumberInput, Stack, TagsInput, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import type { ActionCode } from '../../common/custom-action.ts';
import { isOrigin, isPackage, memorySizes, readKinds, writeKinds } from '../../common/custom-action.ts';
import { AutomationsClient, automationsKey } from '../automations-client.ts';
import { messages } from '../messages.ts';
import { writeTitle } from './write-title.ts';

interface ActionSettingsProps {
  readonly description: string;
  readonly draft: ActionCode;
  readonly disabled: boolean;
  readonly onDescription: (text: string) => void;
  readonly onChange: (draft: ActionCode) => void;
}

/** Permissions of the code of an action, and its limits. */
export function ActionSettings({
  description,
  draft,
  disabled,
  onDescription,
  onChange,
}: ActionSettingsProps): JSX.Element {
  const { actions } = useService(AutomationsClient);
  const team = useTeam();
  const secrets = useQuery({
    queryKey: [...automationsKey(team.id), 'secrets'],
    queryFn: async () => (await actions.listSecrets()).data,
    enabled: !disabled,
  });
  const runners = useQuery({ queryKey: [...automationsKey(team.id), 'runners'], queryFn: () => actions.listRunners() });
  const wrongPackage = draft.packages.find(each => !isPackage(each));
  const wrongHost = draft.hosts.find(each => !isOrigin(each));
  const keys = (secrets.data ?? [])
    .filter(each => draft.secrets.includes(each.name))
    .flatMap(each => each.keys.map(key => `${each.name}.${key}`));
  return (
    <Stack gap="md">
      <Textarea
        label={messages.actionSettings.description}
        autosize
        maxLength={2000}
        disabled={disabled}
        value={description}
        onChange={event => onDescription(event.currentTarget.value)}
      />
      <Text fw={600}>{messages.shared.permissions}</Text>
      <MultiSelect
        label={messages.actionSettings.mayChange}
        description={messages.actionSettings.changesOfTheItem}
        disabled={disabled}
        data={writeKinds.map(each => ({ value: each, label: writeTitle(each) }))}
        value={draft.writes}
        onChange={writes => onChange({ ...draft, writes: writeKinds.filter(each => writes.includes(each)) })}
      />
      <MultiSelect
        label={messages.actionSettings.mayRead}
        description={messages.actionSettings.readsOfTheCode}
        disabled={disabled}
        data={readKinds.map(each => ({ value: each, label: messages.shared.reads[each] }))}
        value={draft.reads}
        onChange={reads => onChange({ ...draft, reads: readKinds.filter(each => reads.includes(each)) })}
      />
      <TagsInput
        label={messages.actionSettings.mayReach}
        description={messages.actionSettings.hostsThatTheCode}
        placeholder={draft.hosts.length === 0 ? 'https://api.example.com' : ''}
        disabled={disabled}
        error={wrongHost === undefined ? undefined : messages.actionSettings.wrongHost(wrongHost)}
        value={draft.hosts}
        onChange={hosts =>
          onChange({ ...draft, hosts: hosts.map(each => each.trim().toLowerCase().replace(/\/$/, '')) })
        }
      />
      <MultiSelect
        label={messages.shared.secrets}
        description={
          keys.length === 0 ? messages.actionSettings.secretsThatTheCode : messages.actionSettings.readThem(keys)
        }
        disabled={disabled}
        data={[...new Set([...(secrets.data ?? []).map(each => each.name), ...draft.secrets])]}
        value={draft.secrets}
        onChange={next => onChange({ ...draft, secrets: next })}
      />
      {draft.interpreter === 'typescript' && (runners.data?.packages === true || draft.packages.length > 0) ? (
        <TagsInput
          label={messages.actionSettings.packages}
          description={messages.actionSettings.packagesOfTheRegistry}
          placeholder={draft.packages.length === 0 ? 'geojson-area@1.0.0' : ''}
          disabled={disabled}
          error={wrongPackage === undefined ? undefined : messages.actionSettings.wrongPackage(wrongPackage)}
          value={draft.packages}
          onChange={packages => onChange({ ...draft, packages: packages.map(each => each.trim()) })}
        />
      ) : undefined}
      <Text fw={600}>{messages.actionSettings.limits}</Text>
      <NumberInput
        label={messages.actionSettings.secondsForOneItem}
        min={1}
        max={60}
        clampBehavior="strict"
        allowDecimal={false}
        disabled={disabled}
        value={draft.time_limit}
        onChange={next =>
          typeof next === 'number' && next >= 1 ? onChange({ ...draft, time_limit: next }) : undefined
        }
      />
      <Select
        label={messages.actionSettings.memory}
        data={memorySizes.map(each => ({ value: String(each), label: messages.actionSettings.eachMb(each) }))}
        disabled={disabled}
        allowDeselect={false}
        value={String(draft.memory)}
        onChange={next => onChange({ ...draft, memory: memorySizes.find(each => String(each) === next) ?? 64 })}
      />
    </Stack>
  );
}
