import { PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { Segments } from '#core/ui/web/index.ts';
import type { SingleSignOn } from '../common/api.ts';
import { ConnectionForm } from './connection-form.tsx';
import { CopiedText } from './copied-text.tsx';
import { messages } from './messages.ts';
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
  const [seen, setSeen] = useState<ReadonlySet<Protocol>>(new Set([protocol]));
  const show = (next: Protocol): void => {
    setProtocol(next);
    setSeen(new Set([...seen, next]));
  };
  return (
    <Section title={messages.steps.provider}>
      <Stack gap="md" maw={620}>
        <Segments aria-label={messages.providerForm.protocol} data={PROTOCOLS} value={protocol} onChange={show} />
        <Text c="var(--loupe-muted)">
          {protocol === 'oidc' ? messages.providerForm.registerLoupe : messages.samlForm.registerLoupe}
        </Text>
        {PROTOCOLS.filter(({ value }) => seen.has(value)).map(({ value }) => (
          // A form that is out of sight keeps its fields.
          <div key={value} hidden={value !== protocol}>
            {value === 'oidc' ? <OidcForm state={state} /> : <SamlForm state={state} />}
          </div>
        ))}
      </Stack>
    </Section>
  );
}

/** Address of an OpenID provider and the credentials of Loupe there. */
function OidcForm({ state }: { readonly state: SingleSignOn }): JSX.Element {
  const { organization } = state;
  const connection = state.connection?.protocol === 'oidc' ? state.connection : null;
  const begun = {
    issuer: connection?.issuer ?? '',
    clientId: connection?.client_id ?? '',
    claim: connection?.groups_claim ?? 'groups',
  };
  const [issuer, setIssuer] = useState(begun.issuer);
  const [clientId, setClientId] = useState(begun.clientId);
  const [secret, setSecret] = useState('');
  const [claim, setClaim] = useState(begun.claim);
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
  const dirty =
    issuer.trim() !== begun.issuer ||
    clientId.trim() !== begun.clientId ||
    secret !== '' ||
    claim.trim() !== begun.claim;
  const incomplete = [issuer, clientId, claim].some(each => each.trim() === '');
  return (
    <ConnectionForm
      state={state}
      kept={connection !== null}
      dirty={dirty}
      incomplete={incomplete}
      warning={messages.providerForm.changeSwitchesOff}
      save={save}
    >
      <CopiedText label={messages.providerForm.redirectUri} text={state.redirect_uri} />
      <CopiedText label={messages.providerForm.logoutUri} text={state.logout_uri} />
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
    </ConnectionForm>
  );
}
