import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FormEvent, JSX } from 'react';
import { confirm, toast, toastError } from '#core/ui/web/index.ts';
import type { SingleSignOn } from '../common/api.ts';
import { CopiedText } from './copied-text.tsx';
import { messages } from './messages.ts';
import { Section } from './section.tsx';
import { useSignOnChange } from './use-single-sign-on.ts';

/** Address of the identity provider and the credentials of Loupe there. */
export function ProviderForm({ state }: { readonly state: SingleSignOn }): JSX.Element {
  const { connection, organization } = state;
  const [issuer, setIssuer] = useState(connection?.issuer ?? '');
  const [clientId, setClientId] = useState(connection?.client_id ?? '');
  const [secret, setSecret] = useState('');
  const [claim, setClaim] = useState(connection?.groups_claim ?? 'groups');
  const save = useSignOnChange(organization.id, (calls, params) =>
    calls.saveProvider({
      params,
      body: {
        groups_claim: claim.trim(),
        issuer: issuer.trim(),
        client_id: clientId.trim(),
        base: connection?.version ?? 0,
        ...(secret === '' ? {} : { client_secret: secret }),
      },
    }),
  );
  const remove = useSignOnChange(organization.id, (calls, params) => calls.deleteProvider({ params }));
  const unchanged =
    issuer.trim() === connection?.issuer &&
    clientId.trim() === connection.client_id &&
    secret === '' &&
    claim.trim() === connection.groups_claim;

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate(undefined, {
      onSuccess() {
        setSecret('');
        toast(messages.providerForm.saved);
      },
      onError: toastError,
    });
  };
  const askAndRemove = async (): Promise<void> => {
    const sure = await confirm({
      title: messages.providerForm.removeQuestion,
      text: messages.providerForm.removeText,
      action: messages.providerForm.removeProvider,
      danger: true,
    });
    if (sure) remove.mutate(undefined, { onError: toastError });
  };

  return (
    <Section title={messages.steps.provider} help={messages.providerForm.registerLoupe}>
      <form onSubmit={submit}>
        <Stack gap="md" maw={620}>
          <CopiedText label={messages.providerForm.redirectUri} text={state.redirect_uri} />
          <TextInput
            label={messages.providerForm.issuer}
            description={messages.providerForm.issuerHelp}
            type="url"
            required
            withAsterisk={false}
            value={issuer}
            onChange={event => setIssuer(event.currentTarget.value)}
          />
          <TextInput
            label={messages.providerForm.clientId}
            required
            withAsterisk={false}
            autoComplete="off"
            value={clientId}
            onChange={event => setClientId(event.currentTarget.value)}
          />
          <PasswordInput
            label={messages.providerForm.clientSecret}
            description={
              connection?.has_secret === true ? messages.providerForm.secretKept : messages.providerForm.secretHelp
            }
            autoComplete="new-password"
            value={secret}
            onChange={event => setSecret(event.currentTarget.value)}
          />
          <TextInput
            label={messages.providerForm.groupsClaim}
            maw={300}
            value={claim}
            onChange={event => setClaim(event.currentTarget.value)}
          />
          {connection?.enabled === true && !unchanged ? (
            <Text size="sm" role="status">
              {messages.providerForm.changeSwitchesOff}
            </Text>
          ) : undefined}
          <Group>
            <Button
              type="submit"
              loading={save.isPending}
              disabled={unchanged || issuer === '' || clientId === '' || claim.trim() === ''}
            >
              {messages.shared.save}
            </Button>
            {connection === null ? undefined : (
              <Button variant="default" onClick={() => void askAndRemove()}>
                {messages.providerForm.removeProvider}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
