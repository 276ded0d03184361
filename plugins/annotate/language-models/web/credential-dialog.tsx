import { Checkbox, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { isFault } from '#core/base/common/index.ts';
import { Select } from '#core/controls/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { DialogForm, Modal } from '#core/ui/web/index.ts';
import type { Credential } from '../common/model.ts';
import { modelProviders, providerOf } from '../common/provider.ts';
import { messages } from './messages.ts';
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
      title={props.credential === undefined ? messages.shared.newCredential : messages.credentialDialog.editCredential}
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
      action={credential === undefined ? messages.shared.create : messages.shared.save}
      ready={ready}
      onSubmit={submit}
      onCancel={onClose}
    >
      <TextInput
        label={messages.shared.name}
        data-autofocus
        required
        maxLength={100}
        value={name}
        onChange={event => setName(event.currentTarget.value)}
      />
      <Select
        label={messages.shared.provider}
        description={of?.about}
        disabled={credential !== undefined}
        allowDeselect={false}
        data={modelProviders.map(each => ({ value: each.id, label: each.title }))}
        value={provider}
        onChange={value => setProvider(value ?? provider)}
      />
      <TextInput
        label={messages.credentialDialog.baseUrl}
        required={of?.address === undefined}
        maxLength={500}
        placeholder={
          of?.address ?? (provider === 'simple' ? 'https://models.example.org/answer' : 'https://models.example.org/v1')
        }
        description={of?.address === undefined ? undefined : messages.credentialDialog.leaveItEmpty}
        value={address}
        onChange={event => setAddress(event.currentTarget.value)}
      />
      <PasswordInput
        label={messages.shared.key}
        required={credential === undefined && of?.needsKey === true}
        autoComplete="new-password"
        maxLength={8000}
        value={key}
        onChange={event => setKey(event.currentTarget.value)}
        description={
          credential?.has_key === true
            ? messages.credentialDialog.leaveItEmptyToKeep
            : messages.credentialDialog.itIsKeptSealed
        }
      />
      {provider === 'openai' ? (
        <TextInput
          label={messages.credentialDialog.organization}
          maxLength={200}
          value={organization}
          onChange={event => setOrganization(event.currentTarget.value)}
        />
      ) : undefined}
      {refused || skip ? (
        <Checkbox
          label={messages.credentialDialog.saveWithoutTheCheck}
          description={messages.credentialDialog.modelsThatUseItFail}
          checked={skip}
          onChange={event => setSkip(event.currentTarget.checked)}
        />
      ) : undefined}
    </DialogForm>
  );
}
