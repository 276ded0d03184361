import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FormEvent, JSX } from 'react';
import { Segments, toast, toastError } from '#core/ui/web/index.ts';
import type { SingleSignOn } from '../common/api.ts';
import { CopiedText } from './copied-text.tsx';
import { messages } from './messages.ts';
import { RemoveProvider } from './remove-provider.tsx';
import { SamlForm } from './saml-form.tsx';
import { Section } from './section.tsx';
import { useSignOnChange } from './use-single-sign-on.ts';

type Protocol = 'oidc' | 'saml';

const PROTOCOLS: { readonly value: Protocol; readonly label: string }[] = [
  { value: 'oidc', label: messages.providerForm.oidc },
  { value: 'saml', label: messages.providerForm.saml },
];

/** The identity provider, by the protocol that it speaks. */
export function ProviderForm({ state }: { readonly state: SingleSignOn }): JSX.Element {
  const [protocol, setProtocol] = useState<Protocol>(state.connection?.protocol ?? 'oidc');
  return (
    <Section
      title={messages.steps.provider}
      help={protocol === 'oidc' ? messages.providerForm.registerLoupe : messages.samlForm.registerLoupe}
    >
      <Stack gap="md" maw={620}>
        <Segments
          aria-label={messages.providerForm.protocol}
          data={PROTOCOLS}
          value={protocol}
          onChange={setProtocol}
        />
        {protocol === 'oidc' ? <OidcForm state={state} /> : <SamlForm state={state} />}
      </Stack>
    </Section>
  );
}

/** Address of an OpenID provider and the credentials of Loupe there. */
function OidcForm({ state }: { readonly state: SingleSignOn }): JSX.Element {
  const { organization } = state;
  const connection = state.connection?.protocol === 'oidc' ? state.connection : null;
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
        base: state.connection?.version ?? 0,
        ...(secret === '' ? {} : { client_secret: secret }),
      },
    }),
  );
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
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
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
          {connection === null ? undefined : <RemoveProvider organizationId={organization.id} />}
        </Group>
      </Stack>
    </form>
  );
}
