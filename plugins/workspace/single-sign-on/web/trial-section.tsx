import { Alert, Button, Group, Stack, Switch, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { JSX } from 'react';
import { startJourney, takeAnswer } from '#core/auth/web/index.ts';
import { toast, toastError } from '#core/ui/web/index.ts';
import type { Connection, SingleSignOn, Trial } from '../common/api.ts';
import { messages } from './messages.ts';
import { Section } from './section.tsx';
import { useSignOnCalls, useSignOnChange } from './use-single-sign-on.ts';

/** A test of the provider, and the switches that need a test that succeeded. */
export function TrialSection({ state }: { readonly state: SingleSignOn }): JSX.Element {
  const { organization, connection } = state;
  const calls = useSignOnCalls();
  const [trial, setTrial] = useState<Trial>();
  const finish = useSignOnChange<{ ticket: string; answer: string }>(organization.id, async (api, params, body) => {
    setTrial(await api.finishTrial({ params, body }));
    return api.getSingleSignOn({ params });
  });
  const { mutate } = finish;
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    const answer = takeAnswer();
    if (answer !== undefined) mutate(answer, { onError: toastError });
  }, [mutate]);
  const [leaving, setLeaving] = useState(false);
  const begin = async (): Promise<void> => {
    setLeaving(true);
    try {
      const { url, ticket } = await calls.beginTrial({ params: { organization_id: organization.id }, body: {} });
      startJourney(url, { ticket, landing: location.pathname, trial: true });
    } catch (error) {
      setLeaving(false);
      toastError(error);
    }
  };
  return (
    <Section title={messages.steps.test} help={messages.test.help}>
      <Stack gap="md" maw={720}>
        <Group>
          <Button
            variant={connection?.tested === true ? 'default' : 'filled'}
            loading={leaving || finish.isPending}
            disabled={connection === null}
            onClick={() => void begin()}
          >
            {messages.test.test}
          </Button>
          {connection === null ? undefined : (
            <Text c="var(--loupe-muted)">{connection.tested ? messages.test.tested : messages.test.untested}</Text>
          )}
        </Group>
        {trial === undefined ? undefined : <TrialResult trial={trial} />}
        {connection === null ? undefined : <Switches connection={connection} state={state} />}
      </Stack>
    </Section>
  );
}

function TrialResult({ trial }: { readonly trial: Trial }): JSX.Element {
  const roleName = (role: number): string => (role === 7 ? messages.shared.teamAdmin : messages.shared.contributor);
  const facts: readonly (readonly [string, string | null])[] = [
    [messages.test.email, trial.email],
    [messages.test.name, trial.name],
    [messages.test.subject, trial.subject],
    [messages.test.groups, trial.groups.join(', ') || messages.test.none],
    [
      messages.test.teams,
      trial.teams.map(({ name, role }) => messages.test.inTeam(name, roleName(role))).join(', ') || messages.test.none,
    ],
  ];
  return (
    <Alert
      color={trial.success ? 'teal' : 'red'}
      variant="light"
      role={trial.success ? 'status' : 'alert'}
      title={trial.success ? messages.test.succeeded : messages.test.failed}
    >
      {trial.problem === null ? undefined : <Text style={{ overflowWrap: 'anywhere' }}>{trial.problem}</Text>}
      {trial.subject === null
        ? undefined
        : facts.map(([label, value]) => (
            <Text key={label} size="sm" style={{ overflowWrap: 'anywhere' }}>
              {label}: {value ?? messages.test.none}
            </Text>
          ))}
    </Alert>
  );
}

function Switches({
  connection,
  state,
}: {
  readonly connection: Connection;
  readonly state: SingleSignOn;
}): JSX.Element {
  const change = useSignOnChange<{ enabled: boolean; forced: boolean }>(state.organization.id, (calls, params, value) =>
    calls.switchSingleSignOn({ params, body: { ...value, base: connection.version } }),
  );
  const set = (value: { enabled: boolean; forced: boolean }): void =>
    change.mutate(value, {
      onSuccess: () => toast(value.enabled ? messages.test.on : messages.test.off),
      onError: toastError,
    });
  return (
    <Stack gap="sm">
      <Switch
        label={messages.test.enabled}
        description={messages.test.enabledHelp}
        checked={connection.enabled}
        disabled={change.isPending || (!connection.enabled && (!connection.tested || !state.available))}
        onChange={event => set({ enabled: event.currentTarget.checked, forced: false })}
      />
      <Switch
        label={messages.test.forced}
        description={messages.test.forcedHelp}
        checked={connection.forced}
        disabled={change.isPending || !connection.enabled}
        onChange={event => set({ enabled: true, forced: event.currentTarget.checked })}
      />
    </Stack>
  );
}
