import { Checkbox, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { isFault } from '#core/base/common/index.ts';
import { Select } from '#core/controls/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { DialogForm, Modal } from '#core/ui/web/index.ts';
import type { Credential } from '../common/model.ts';
import { modelProviders, providerOf } from '../common/provider.ts';
import { ModelsClient } from './models-client.ts';

interface CredentialDialogProps {
  /** Undefined for a new one. */
  readonly credential: Credential | undefined;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onSaved: (credential: Credential) => void;
}

/** Connects a provider, or changes how. It is called before anything is kept, unless the person says otherwise. */
export function CredentialDialog(props: CredentialDialogProps): JSX.Element {
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={props.credential === undefined ? 'New credential' : 'Edit credential'}
      size={520}
    >
      {props.opened ? <CredentialForm {...props} /> : undefined}
    </Modal>
  );
}

function CredentialForm({ credential, onClose, onSaved }: CredentialDialogProps): JSX.Element {
  const { api } = useService(ModelsClient);
  const [name, setName] = useState(credential?.name ?? '');
  const [provider, setProvider] = useState(credential?.provider ?? 'openai');
  const [address, setAddress] = useState(credential?.base_url ?? '');
  const [key, setKey] = useState('');
  const [organization, setOrganization] = useState(credential?.organization ?? '');
  const [skip, setSkip] = useState(false);
  const [refused, setRefused] = useState(false);
  const of = providerOf(provider);
  const ready =
    name.trim() !== '' &&
    (of?.address !== undefined || address.trim() !== '') &&
    (credential !== undefined || of?.needsKey !== true || key.trim() !== '');
  const submit = async (): Promise<void> => {
    const body = {
      name: name.trim(),
      provider,
      check: !skip,
      organization,
      ...(address.trim() === '' ? {} : { base_url: address.trim() }),
      ...(key.trim() === '' ? {} : { key: key.trim() }),
    };
    try {
      onSaved(
        credential === undefined
          ? await api.createCredential({ body })
          : await api.updateCredential({ params: { credential_id: credential.id }, body }),
      );
    } catch (error) {
      if (isFault(error) && error.code === 'CREDENTIAL_CHECK') setRefused(true);
      throw error;
    }
  };
  return (
    <DialogForm
      action={credential === undefined ? 'Create' : 'Save'}
      ready={ready}
      onSubmit={submit}
      onCancel={onClose}
    >
      <TextInput
        label="Name"
        data-autofocus
        required
        maxLength={100}
        value={name}
        onChange={event => setName(event.currentTarget.value)}
      />
      <Select
        label="Provider"
        description={of?.about}
        disabled={credential !== undefined}
        allowDeselect={false}
        data={modelProviders.map(each => ({ value: each.id, label: each.title }))}
        value={provider}
        onChange={value => setProvider(value ?? provider)}
      />
      <TextInput
        label="Base URL"
        required={of?.address === undefined}
        maxLength={500}
        placeholder={
          of?.address ?? (provider === 'simple' ? 'https://models.example.org/answer' : 'https://models.example.org/v1')
        }
        description={of?.address === undefined ? undefined : 'Leave it empty for the provider’s own address.'}
        value={address}
        onChange={event => setAddress(event.currentTarget.value)}
      />
      <PasswordInput
        label="Key"
        required={credential === undefined && of?.needsKey === true}
        autoComplete="new-password"
        maxLength={8000}
        value={key}
        onChange={event => setKey(event.currentTarget.value)}
        description={
          credential?.has_key === true
            ? 'Leave it empty to keep the present one. Another address needs it again.'
            : 'It is kept sealed and not shown again.'
        }
      />
      {provider === 'openai' ? (
        <TextInput
          label="Organization"
          maxLength={200}
          value={organization}
          onChange={event => setOrganization(event.currentTarget.value)}
        />
      ) : undefined}
      {refused || skip ? (
        <Checkbox
          label="Save without the check"
          description="Models that use it fail until the provider answers."
          checked={skip}
          onChange={event => setSkip(event.currentTarget.checked)}
        />
      ) : undefined}
    </DialogForm>
  );
}
