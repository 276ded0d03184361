import { Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FormEvent, JSX } from 'react';
import { confirm, Icon, StatusChip, toast, toastError } from '#core/ui/web/index.ts';
import type { Domain, SingleSignOn } from '../common/api.ts';
import { CopiedText } from './copied-text.tsx';
import { messages } from './messages.ts';
import { Section } from './section.tsx';
import { useSignOnChange } from './use-single-sign-on.ts';

/** Domains whose addresses the provider may sign in, and how each is proven. */
export function DomainsSection({ state }: { readonly state: SingleSignOn }): JSX.Element {
  const [domain, setDomain] = useState('');
  const add = useSignOnChange(state.organization.id, (calls, params) =>
    calls.addSignOnDomain({ params, body: { domain } }),
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    add.mutate(undefined, { onSuccess: () => setDomain(''), onError: toastError });
  };
  return (
    <Section title={messages.steps.domains} help={messages.domains.help}>
      <Stack gap="sm" maw={720}>
        {state.domains.length === 0 ? <Text>{messages.domains.none}</Text> : undefined}
        {state.domains.map(each => (
          <DomainRow key={each.domain} domain={each} state={state} />
        ))}
        <form onSubmit={submit}>
          <Group align="flex-end">
            <TextInput
              label={messages.domains.domain}
              placeholder="example.com"
              value={domain}
              onChange={event => setDomain(event.currentTarget.value)}
            />
            <Button type="submit" variant="default" loading={add.isPending} disabled={domain.trim() === ''}>
              {messages.domains.add}
            </Button>
          </Group>
        </form>
      </Stack>
    </Section>
  );
}

function DomainRow({ domain, state }: { readonly domain: Domain; readonly state: SingleSignOn }): JSX.Element {
  const { id } = state.organization;
  const prove = useSignOnChange<'dns' | 'file' | 'operator'>(id, async (calls, inOrganization, by) => {
    const params = { ...inOrganization, domain: domain.domain };
    if (by !== 'operator') return calls.proveSignOnDomain({ params, body: { by } });
    await calls.confirmSignOnDomain({ params });
    return undefined;
  });
  const remove = useSignOnChange(id, (calls, params) =>
    calls.removeSignOnDomain({ params: { ...params, domain: domain.domain } }),
  );
  const check = (by: 'dns' | 'file' | 'operator'): void =>
    prove.mutate(by, { onSuccess: () => toast(messages.domains.found(domain.domain)), onError: toastError });
  const askAndRemove = async (): Promise<void> => {
    const sure =
      !domain.proven ||
      (await confirm({
        title: messages.domains.removeQuestion(domain.domain),
        text: messages.domains.removeText(domain.domain),
        action: messages.shared.remove,
        danger: true,
      }));
    if (sure) remove.mutate(undefined, { onError: toastError });
  };
  const pending = (by: 'dns' | 'file' | 'operator'): boolean => prove.isPending && prove.variables === by;
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between" wrap="nowrap">
        <Group gap="sm">
          <Text fw={500}>{domain.domain}</Text>
          <StatusChip
            label={domain.proven ? messages.domains.proven : messages.domains.notProven}
            color={domain.proven ? '#2e8b57' : '#b7791f'}
          />
          {domain.proven_by === null ? undefined : (
            <Text size="sm" c="var(--loupe-muted)">
              {messages.domains.provenBy[domain.proven_by]}
            </Text>
          )}
        </Group>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={messages.domains.removeLabel(domain.domain)}
          onClick={() => void askAndRemove()}
        >
          <Icon name="trash" size={14} />
        </Button>
      </Group>
      {domain.proven ? undefined : (
        <Stack gap="xs" mt="xs">
          <Text size="sm">{messages.domains.howTo(domain.domain)}</Text>
          <CopiedText label={messages.domains.record} text={domain.record} />
          <CopiedText label={messages.domains.file} text={domain.file} />
          <CopiedText label={messages.domains.text} text={domain.text} />
          <Group gap="xs">
            <Button variant="default" size="xs" loading={pending('dns')} onClick={() => check('dns')}>
              {messages.domains.checkDns}
            </Button>
            <Button variant="default" size="xs" loading={pending('file')} onClick={() => check('file')}>
              {messages.domains.checkFile}
            </Button>
            {state.may_confirm ? (
              <Button variant="default" size="xs" loading={pending('operator')} onClick={() => check('operator')}>
                {messages.domains.confirm}
              </Button>
            ) : undefined}
          </Group>
        </Stack>
      )}
    </Paper>
  );
}
