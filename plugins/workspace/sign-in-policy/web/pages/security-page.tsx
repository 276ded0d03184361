import { Button, Group, NumberInput, Skeleton, Stack, Switch, Text, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FormEvent, JSX } from 'react';
import { useParams } from 'react-router-dom';
import { client, Transport } from '#core/api/web/index.ts';
import { PASSWORD_LENGTH } from '#core/auth/common/index.ts';
import { isFault } from '#core/base/common/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { ErrorPanel, PageBody, toast, toastError, useLeaveQuestion, useOnceAtATime } from '#core/ui/web/index.ts';
import type { Policy } from '../../common/api.ts';
import { SESSION_HOURS, signInPolicyApi } from '../../common/api.ts';
import { messages } from '../messages.ts';

const keyOf = (id: number): readonly unknown[] => ['organization', 'sign-in-policy', id];
/** Fields that show themselves why the server refuses their value. */
const FIELDS = ['second_step', 'networks'] as const;

/** Returns why the server refused a field, as a sentence; undefined when it did not. */
function problemOf(error: unknown, field: (typeof FIELDS)[number]): string | undefined {
  if (!isFault(error)) return undefined;
  const { issues = [] } = (error.details ?? {}) as {
    readonly issues?: readonly { readonly field: string; readonly reason: string }[];
  };
  const reason = issues.find(each => each.field.split('.')[0] === field)?.reason;
  return reason === undefined ? undefined : `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
}

/** Bounds of the length of passwords that an organization may ask for. */
const LENGTHS = { min: PASSWORD_LENGTH.min, max: 64 } as const;

/** Returns the problem with a number outside of its bounds; undefined for one inside of them and for none. */
const boundsProblem = (
  value: number | null,
  { min, max }: { readonly min: number; readonly max: number },
): string | undefined =>
  value === null || (value >= min && value <= max) ? undefined : messages.page.bounds(min, max);

const numberOf = (value: string | number): number | null => (value === '' ? null : Number(value));

/** Sign-in policy of an organization, for its owner. */
export default function SecurityPage(): JSX.Element {
  const id = Number(useParams()['organizationId']);
  const calls = client(signInPolicyApi, useService(Transport));
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(id),
    queryFn: () => calls.getSignInPolicy({ params: { organization_id: id } }),
  });
  if (error !== null && data === undefined) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  return (
    <PageBody>
      <Text c="var(--loupe-muted)" mt="sm" mb="lg">
        {messages.page.intro}
      </Text>
      {data === undefined ? <Skeleton h={300} /> : <PolicyForm key={data.version} policy={data} />}
    </PageBody>
  );
}

function PolicyForm({ policy }: { readonly policy: Policy }): JSX.Element {
  const calls = client(signInPolicyApi, useService(Transport));
  const queries = useQueryClient();
  const { id } = policy.organization;
  const [secondStep, setSecondStep] = useState(policy.second_step);
  const [hours, setHours] = useState(policy.session_hours);
  const [networks, setNetworks] = useState(policy.networks.join('\n'));
  const [length, setLength] = useState(policy.password_length);
  const rules = {
    second_step: secondStep,
    session_hours: hours,
    networks: networks.split(/[\s,]+/).filter(each => each !== ''),
    password_length: length,
  };
  const save = useMutation({
    mutationFn: () =>
      calls.saveSignInPolicy({ params: { organization_id: id }, body: { ...rules, base: policy.version } }),
    onSuccess(saved) {
      queries.setQueryData(keyOf(id), saved);
      toast(messages.page.saved, { tone: 'success' });
    },
    onError: error => {
      if (!FIELDS.some(each => problemOf(error, each) !== undefined)) toastError(error);
    },
  });
  const send = useOnceAtATime(save);
  const unchanged =
    secondStep === policy.second_step &&
    hours === policy.session_hours &&
    length === policy.password_length &&
    rules.networks.join(' ') === policy.networks.join(' ');
  useLeaveQuestion(!unchanged);
  const sessionProblem = boundsProblem(hours, SESSION_HOURS);
  const lengthProblem = boundsProblem(length, LENGTHS);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    send();
  };
  return (
    <form onSubmit={submit} onChange={() => save.reset()}>
      <Stack gap="lg" maw={620} pb="xl">
        <Stack gap={4}>
          <Switch
            label={messages.page.secondStep}
            description={messages.page.secondStepHelp}
            error={problemOf(save.error, 'second_step')}
            checked={secondStep}
            onChange={event => setSecondStep(event.currentTarget.checked)}
          />
          <Text size="sm">{messages.page.without(policy.people.without_second_step, policy.people.all)}</Text>
        </Stack>
        <NumberInput
          label={messages.page.session}
          description={messages.page.sessionHelp}
          allowDecimal={false}
          clampBehavior="none"
          {...SESSION_HOURS}
          error={sessionProblem}
          value={hours ?? ''}
          onChange={value => setHours(numberOf(value))}
        />
        <Textarea
          label={messages.page.networks}
          description={messages.page.networksHelp(policy.own_address)}
          autosize
          minRows={2}
          maxRows={10}
          spellCheck={false}
          error={problemOf(save.error, 'networks')}
          value={networks}
          onChange={event => setNetworks(event.currentTarget.value)}
        />
        <NumberInput
          label={messages.page.password}
          description={messages.page.passwordHelp}
          allowDecimal={false}
          clampBehavior="none"
          {...LENGTHS}
          error={lengthProblem}
          value={length ?? ''}
          onChange={value => setLength(numberOf(value))}
        />
        <Text size="sm" c="var(--loupe-muted)">
          {messages.page.operator}
        </Text>
        <Group>
          <Button
            type="submit"
            loading={save.isPending}
            disabled={unchanged || sessionProblem !== undefined || lengthProblem !== undefined}
          >
            {messages.page.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
