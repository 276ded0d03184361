import { NumberInput, Radio, Group, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { DialogForm, Modal, toast } from '#core/ui/web/index.ts';
import type { Licence, LicenceLimits } from '../common/api.ts';
import { planCodes, planNames } from '../common/plans.ts';
import type { PlanCode } from '../common/plans.ts';
import { BillingClient } from './billing-client.ts';
import { messages } from './messages.ts';

/** Most of anything that a licence grants. */
const MOST = 2_000_000_000;
const fits = (limit: number | null): boolean => limit === null || limit <= MOST;

/** Changes plan, trial, end and limits of an organization. */
export function LicenceDialog({
  licence,
  onClose,
}: {
  readonly licence: Licence | undefined;
  readonly onClose: () => void;
}): JSX.Element {
  return (
    <Modal
      opened={licence !== undefined}
      onClose={onClose}
      title={messages.licenceDialog.licenceOf(licence?.organization ?? '')}
    >
      {licence === undefined ? undefined : <LicenceForm licence={licence} onClose={onClose} />}
    </Modal>
  );
}

function LicenceForm({ licence, onClose }: { readonly licence: Licence; readonly onClose: () => void }): JSX.Element {
  const { licences } = useService(BillingClient);
  const queries = useQueryClient();
  const [plan, setPlan] = useState<PlanCode>(planCodes.find(each => each === licence.plan) ?? 99);
  const [trial, setTrial] = useState(licence.state === 'trial');
  const [expires, setExpires] = useState(licence.expires?.slice(0, 10) ?? '');
  const [today] = useState(() => new Date());
  const [limits, setLimits] = useState<LicenceLimits>(licence.limits);

  const submit = async (): Promise<void> => {
    await licences.setLicence({
      params: { organization_id: licence.organization_id },
      body: {
        plan,
        trial,
        expires: expires === '' ? null : new Date(`${expires}T00:00:00`).toISOString(),
        limits,
        version: licence.version,
      },
    });
    await queries.invalidateQueries({ queryKey: ['admin', 'licences'] });
    toast(messages.licenceDialog.saved(licence.organization), { tone: 'success' });
    onClose();
  };
  const limitField = (name: keyof LicenceLimits, label: string): JSX.Element => (
    <NumberInput
      label={label}
      placeholder={messages.shared.noLimit}
      min={0}
      max={MOST}
      allowDecimal={false}
      allowNegative={false}
      clampBehavior="none"
      error={fits(limits[name]) ? undefined : messages.licenceDialog.atMost(MOST)}
      thousandSeparator=","
      value={limits[name] ?? ''}
      onChange={value => setLimits({ ...limits, [name]: value === '' ? null : Number(value) })}
    />
  );

  return (
    <DialogForm
      action={messages.licenceDialog.save}
      ready={Object.values(limits).every(fits)}
      onSubmit={submit}
      onCancel={onClose}
    >
      <Radio.Group
        label={messages.shared.plan}
        value={String(plan)}
        onChange={value => setPlan(planCodes.find(each => String(each) === value) ?? plan)}
      >
        <Group mt={4}>
          {planCodes.map(each => (
            <Radio key={each} value={String(each)} label={planNames[each]} />
          ))}
        </Group>
      </Radio.Group>
      <Switch
        label={messages.licenceDialog.onTrial}
        description={
          licence.state === 'trial_ended' ? messages.licenceDialog.trialRestarts : messages.licenceDialog.trialHelp
        }
        checked={trial}
        onChange={event => setTrial(event.currentTarget.checked)}
      />
      <TextInput
        type="date"
        w={220}
        label={messages.licenceDialog.expires}
        description={
          expires !== '' && new Date(expires) < today
            ? messages.licenceDialog.dayInPast
            : messages.licenceDialog.expiresHelp
        }
        value={expires}
        onChange={event => setExpires(event.currentTarget.value)}
      />
      <Stack gap={4}>
        <Group grow align="flex-start">
          {limitField('members', messages.shared.members)}
          {limitField('projects', messages.shared.projects)}
          {limitField('items', messages.shared.items)}
        </Group>
        <Text size="sm" c="var(--loupe-muted)">
          {messages.licenceDialog.limitsHelp}
        </Text>
      </Stack>
    </DialogForm>
  );
}
