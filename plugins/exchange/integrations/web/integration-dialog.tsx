import { PasswordInput, Skeleton, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { DialogForm, Modal, useDebounced } from '#core/ui/web/index.ts';
import type { Integration } from '../common/integration.ts';
import { integrationTypes } from '../common/integration.ts';
import { BucketAccess } from './bucket-access.tsx';
import type { ConfigField } from './config-fields.ts';
import { configFields, configValues } from './config-fields.ts';
import { IntegrationsClient } from './integrations-client.ts';
import { messages } from './messages.ts';
import { ProviderCards } from './provider-cards.tsx';

interface IntegrationDialogProps {
  /** Undefined for a new one. */
  readonly integration: Integration | undefined;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onSaved: (integration: Integration) => void;
}

/** Connects storage, or changes how. Secrets are written here and never shown again. */
export function IntegrationDialog(props: IntegrationDialogProps): JSX.Element {
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={
        props.integration === undefined ? messages.shared.newIntegration : messages.integrationDialog.editIntegration
      }
      size={620}
    >
      {props.opened ? <IntegrationForm {...props} /> : undefined}
    </Modal>
  );
}

function IntegrationForm({ integration, onClose, onSaved }: IntegrationDialogProps): JSX.Element {
  const { api } = useService(IntegrationsClient);
  const team = useTeam();
  const rules = useQuery({
    queryKey: ['integrations', 'rules', team.id],
    queryFn: () => api.integrationRules(),
    staleTime: Infinity,
  });
  const [name, setName] = useState(integration?.name ?? '');
  const [type, setType] = useState<string>(
    integrationTypes.find(each => each.value === integration?.type)?.name ?? 'aws',
  );
  const [bucket, setBucket] = useState(integration?.root ?? '');
  const [values, setValues] = useState<Readonly<Record<string, string | boolean>>>({
    ...(integration?.config as Record<string, string | boolean> | undefined),
  });
  const [secrets, setSecrets] = useState<Readonly<Record<string, string>>>({});
  const asked = useDebounced(name.trim());
  const check = useQuery({
    queryKey: ['integrations', 'name', team.id, asked, integration?.id],
    queryFn: () =>
      api.integrationNameExists({
        query: { name: asked, ...(integration === undefined ? {} : { except: integration.id }) },
      }),
    enabled: asked !== '' && asked !== integration?.name,
  });
  if (rules.data === undefined) return <Skeleton h={280} />;

  const rule = rules.data[type];
  const config = configFields(rule?.config);
  const hidden = configFields(rule?.secrets);
  const root = integrationTypes.find(each => each.name === type)?.root;
  const nameProblem =
    asked !== name.trim() || asked === ''
      ? undefined
      : check.data?.exists === true
        ? messages.integrationDialog.thisNameAlreadyExists
        : check.data?.reason;
  const filled =
    config.every(each => !each.required || String(values[each.key] ?? each.initial).trim() !== '') &&
    (integration?.has_secret === true || hidden.every(each => (secrets[each.key] ?? '') !== ''));
  const submit = async (): Promise<void> => {
    const given = configValues(hidden, secrets);
    const body = {
      name: name.trim(),
      config: configValues(config, values),
      ...(root === undefined ? {} : { root: bucket.trim() }),
      ...(Object.keys(given).length === 0 ? {} : { secrets: given }),
    };
    onSaved(
      integration === undefined
        ? await api.createIntegration({ body: { ...body, type } })
        : await api.updateIntegration({ params: { integration_id: integration.id }, body }),
    );
  };

  return (
    <DialogForm
      action={integration === undefined ? messages.integrationDialog.create : messages.integrationDialog.save}
      ready={name.trim() !== '' && nameProblem === undefined && filled && (root === undefined || bucket.trim() !== '')}
      onSubmit={submit}
      onCancel={onClose}
    >
      <TextInput
        label={messages.shared.name}
        data-autofocus
        required
        maxLength={120}
        value={name}
        error={nameProblem}
        onChange={event => setName(event.currentTarget.value)}
      />
      {integration === undefined ? (
        <ProviderCards
          value={type}
          onChange={value => {
            setType(value);
            setValues({});
            setSecrets({});
          }}
        />
      ) : (
        <TextInput
          label={messages.shared.provider}
          readOnly
          value={integrationTypes.find(each => each.value === integration.type)?.title ?? ''}
        />
      )}
      {root === undefined ? undefined : (
        <TextInput
          label={root === 'bucket' ? messages.integrationDialog.bucket : messages.integrationDialog.container}
          required
          maxLength={255}
          value={bucket}
          onChange={event => setBucket(event.currentTarget.value)}
        />
      )}
      {config.map(each => (
        <Field
          key={`${type} ${each.key}`}
          field={each}
          value={values[each.key] ?? each.initial}
          onChange={value => setValues(before => ({ ...before, [each.key]: value }))}
        />
      ))}
      {hidden.map(each => (
        <PasswordInput
          key={`${type} ${each.key}`}
          label={each.label}
          required={integration === undefined}
          autoComplete="new-password"
          maxLength={each.most}
          value={secrets[each.key] ?? ''}
          description={[
            ...(each.hint === undefined ? [] : [each.hint]),
            integration === undefined
              ? messages.integrationDialog.itIsKeptSealed
              : messages.integrationDialog.leaveItEmptyToKeep,
          ].join(' ')}
          onChange={event => {
            const { value } = event.currentTarget;
            setSecrets(before => ({ ...before, [each.key]: value }));
          }}
        />
      ))}
      <BucketAccess
        type={type}
        bucket={bucket}
        prefix={String(values['prefix'] ?? '')}
        region={String(values['region'] ?? '')}
        account={String(values['account'] ?? '')}
      />
    </DialogForm>
  );
}

function Field({
  field,
  value,
  onChange,
}: {
  readonly field: ConfigField;
  readonly value: string | boolean;
  readonly onChange: (value: string | boolean) => void;
}): JSX.Element {
  if (field.kind === 'switch')
    return (
      <Switch
        label={field.label}
        description={field.hint}
        checked={value === true}
        onChange={event => onChange(event.currentTarget.checked)}
      />
    );
  return (
    <TextInput
      label={field.label}
      description={field.hint}
      required={field.required}
      maxLength={field.most}
      value={String(value)}
      onChange={event => onChange(event.currentTarget.value)}
    />
  );
}
