import { Button, Group, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { toast, toastError } from '#core/ui/web/index.ts';
import type { SingleSignOn } from '../common/api.ts';
import type { LogoutBinding } from '../common/saml-settings.ts';
import { logoutBinding } from '../common/saml-settings.ts';
import { CertificateNotes } from './certificate-notes.tsx';
import { ConnectionForm } from './connection-form.tsx';
import { CopiedText } from './copied-text.tsx';
import { EncryptionCertificate } from './encryption-certificate.tsx';
import { messages } from './messages.ts';
import { useSignOnCalls, useSignOnChange } from './use-single-sign-on.ts';

const isAddress = (text: string): boolean => /^https?:\/\/\S+$/.test(text.trim());

/** The fields of a provider that is not stored yet. */
const NEW = {
  issuer: '',
  sso_url: '',
  slo_url: '',
  slo_binding: 'redirect',
  certificates_pem: '',
  groups_claim: 'groups',
  sign_requests: false,
  provider_initiated: false,
} as const;

/** Settings of an identity provider that speaks SAML 2.0, by hand or from its metadata. */
export function SamlForm({ state }: { readonly state: SingleSignOn }): JSX.Element {
  const { organization, saml } = state;
  const connection = state.connection?.protocol === 'saml' ? state.connection : null;
  const calls = useSignOnCalls();
  const [metadata, setMetadata] = useState('');
  const begun = connection ?? NEW;
  const [issuer, setIssuer] = useState(begun.issuer);
  const [address, setAddress] = useState(begun.sso_url);
  const [logout, setLogout] = useState(begun.slo_url);
  const [binding, setBinding] = useState<LogoutBinding>(begun.slo_binding);
  const [certificates, setCertificates] = useState(begun.certificates_pem);
  const [attribute, setAttribute] = useState(begun.groups_claim);
  const [signs, setSigns] = useState(begun.sign_requests);
  const [unasked, setUnasked] = useState(begun.provider_initiated);
  const read = useMutation({
    mutationFn: () =>
      calls.readSamlMetadata({
        params: { organization_id: organization.id },
        body: isAddress(metadata) ? { url: metadata.trim() } : { metadata },
      }),
    onSuccess(found) {
      setIssuer(found.issuer);
      setAddress(found.sso_url);
      setLogout(found.slo_url);
      setBinding(found.slo_binding);
      setCertificates(found.certificates);
      setSigns(found.sign_requests);
      setMetadata('');
      toast(messages.samlForm.metadataRead);
    },
    onError: toastError,
  });
  const save = useSignOnChange(organization.id, (api, params) =>
    api.saveSamlProvider({
      params,
      body: {
        issuer: issuer.trim(),
        sso_url: address.trim(),
        slo_url: logout.trim(),
        slo_binding: binding,
        certificates: certificates.trim(),
        groups_claim: attribute.trim(),
        sign_requests: signs,
        provider_initiated: unasked,
        base: state.connection?.version ?? 0,
      },
    }),
  );
  const dirty =
    issuer.trim() !== begun.issuer ||
    address.trim() !== begun.sso_url ||
    logout.trim() !== begun.slo_url ||
    binding !== begun.slo_binding ||
    certificates.trim() !== begun.certificates_pem ||
    attribute.trim() !== begun.groups_claim ||
    signs !== begun.sign_requests ||
    unasked !== begun.provider_initiated;
  const incomplete = [issuer, address, certificates, attribute].some(each => each.trim() === '');
  return (
    <ConnectionForm
      state={state}
      kept={connection !== null}
      dirty={dirty}
      incomplete={incomplete}
      warning={messages.samlForm.changeSwitchesOff}
      save={save}
    >
      <CopiedText label={messages.samlForm.entityId} text={saml.entity_id} />
      <CopiedText label={messages.samlForm.acsUrl} text={saml.acs_url} />
      <CopiedText label={messages.samlForm.sloUrl} text={saml.slo_url} />
      <EncryptionCertificate organizationId={organization.id} certificate={saml.encryption} />
      <Stack gap="xs">
        <Textarea
          label={messages.samlForm.metadata}
          description={messages.samlForm.metadataHelp}
          autosize
          minRows={2}
          maxRows={6}
          value={metadata}
          onChange={event => setMetadata(event.currentTarget.value)}
        />
        <Group>
          <Button
            variant="default"
            size="xs"
            loading={read.isPending}
            disabled={metadata.trim() === ''}
            onClick={() => read.mutate()}
          >
            {messages.samlForm.readMetadata}
          </Button>
        </Group>
      </Stack>
      <TextInput
        label={messages.samlForm.issuer}
        required
        withAsterisk={false}
        value={issuer}
        onChange={event => setIssuer(event.currentTarget.value)}
      />
      <TextInput
        label={messages.samlForm.address}
        type="url"
        required
        withAsterisk={false}
        value={address}
        onChange={event => setAddress(event.currentTarget.value)}
      />
      <TextInput
        label={messages.samlForm.logoutAddress}
        description={messages.samlForm.logoutAddressHelp}
        type="url"
        value={logout}
        onChange={event => setLogout(event.currentTarget.value)}
      />
      {logout.trim() === '' ? undefined : (
        <Select
          label={messages.samlForm.logoutBinding}
          allowDeselect={false}
          maw={300}
          value={binding}
          onChange={value => setBinding(value === 'post' ? 'post' : 'redirect')}
          data={logoutBinding.options.map(each => ({ value: each, label: messages.samlForm.bindings[each] }))}
        />
      )}
      <Textarea
        label={messages.samlForm.certificates}
        description={messages.samlForm.certificatesHelp}
        autosize
        minRows={3}
        maxRows={8}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12 } }}
        value={certificates}
        onChange={event => setCertificates(event.currentTarget.value)}
      />
      {connection === null ? undefined : <CertificateNotes certificates={connection.certificates} />}
      <TextInput
        label={messages.samlForm.groupsAttribute}
        maw={300}
        value={attribute}
        onChange={event => setAttribute(event.currentTarget.value)}
      />
      <Switch
        label={messages.samlForm.signRequests}
        description={messages.samlForm.signRequestsHelp}
        checked={signs}
        onChange={event => setSigns(event.currentTarget.checked)}
      />
      <Switch
        label={messages.samlForm.providerInitiated}
        description={messages.samlForm.providerInitiatedHelp}
        checked={unasked}
        onChange={event => setUnasked(event.currentTarget.checked)}
      />
    </ConnectionForm>
  );
}
