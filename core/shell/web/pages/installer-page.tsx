import { Anchor, Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import type { InstallationCheck } from '#core/accounts/common/index.ts';
import { email as emailShape } from '#core/auth/common/index.ts';
import { errorText, Icon, useOnceAtATime } from '#core/ui/web/index.ts';
import { isGoodPassword, NameFields, NewPasswordField } from '../account-fields.tsx';
import { useInstaller } from '../accounts-client.ts';
import { CardForm } from '../card-form.tsx';
import { messages } from '../messages.ts';
import { SignInCard } from '../sign-in-card.tsx';
import { useArrival } from '../use-arrival.ts';

/** The first start: makes the first organization and its owner, and tries what the installation needs. */
export function InstallerPage({ onDone }: { readonly onDone: (path: string) => void }): JSX.Element {
  const installer = useInstaller();
  const state = useQuery({
    queryKey: ['core', 'installation'],
    queryFn: () => installer.describeInstallation(),
    staleTime: Infinity,
  });
  return (
    <SignInCard>
      {state.error === null ? undefined : <Text role="alert">{errorText(state.error)}</Text>}
      {state.data === undefined && state.error === null ? <Skeleton h={320} /> : undefined}
      {state.data?.open === true ? <FirstOrganization needsCode={state.data.needsCode} onDone={onDone} /> : undefined}
      {state.data?.open === false ? (
        <Stack gap="md">
          <Text role="status">{messages.installerPage.done}</Text>
          <Anchor href="/" size="sm">
            {messages.shared.toSignIn}
          </Anchor>
        </Stack>
      ) : undefined}
    </SignInCard>
  );
}

function FirstOrganization({
  needsCode,
  onDone,
}: {
  readonly needsCode: boolean;
  readonly onDone: (path: string) => void;
}): JSX.Element {
  const installer = useInstaller();
  const { arrive } = useArrival();
  const [given, setGiven] = useState({
    code: '',
    email: '',
    password: '',
    first_name: '',
    last_name: '',
    organization: '',
    team: '',
  });
  const change = (part: Partial<typeof given>): void => setGiven({ ...given, ...part });
  const goodEmail = emailShape.safeParse(given.email).success;
  const checking = useMutation({
    mutationFn: () =>
      installer.checkInstallation({
        body: { code: given.code, origin: location.origin, ...(goodEmail ? { email: given.email } : {}) },
      }),
  });
  const creating = useMutation({
    mutationFn: async () => {
      const { email, team_id } = await installer.install({ body: given });
      const landing = `/t/${team_id}/projects?fromSignUp=1`;
      if (await arrive(email, given.password, landing)) onDone(landing);
    },
  });
  const submit = useOnceAtATime(creating);
  const error = creating.error ?? checking.error;
  const ready =
    (!needsCode || given.code.trim() !== '') &&
    goodEmail &&
    isGoodPassword(given.password) &&
    [given.first_name, given.organization, given.team].every(each => each.trim() !== '');

  return (
    <CardForm
      title={messages.installerPage.title}
      note={messages.installerPage.intro}
      problem={error === null ? undefined : errorText(error)}
      action={messages.installerPage.create}
      busy={creating.isPending}
      ready={ready}
      onSubmit={submit}
    >
      {needsCode ? (
        <TextInput
          label={messages.installerPage.code}
          description={messages.installerPage.codeHelp}
          autoComplete="off"
          autoFocus
          value={given.code}
          onChange={event => change({ code: event.currentTarget.value })}
        />
      ) : undefined}
      <NameFields name={given} autoFocus={!needsCode} onChange={change} />
      <TextInput
        label={messages.shared.eMail}
        type="email"
        autoComplete="username"
        value={given.email}
        onChange={event => change({ email: event.currentTarget.value })}
      />
      <NewPasswordField password={given.password} onChange={password => change({ password })} />
      <Group grow gap="sm">
        <TextInput
          label={messages.installerPage.organization}
          autoComplete="organization"
          maxLength={100}
          value={given.organization}
          onChange={event => change({ organization: event.currentTarget.value })}
        />
        <TextInput
          label={messages.installerPage.team}
          maxLength={100}
          value={given.team}
          onChange={event => change({ team: event.currentTarget.value })}
        />
      </Group>
      <Stack gap="xs" component="section" aria-label={messages.installerPage.checks}>
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Text size="sm" c="var(--loupe-muted)">
            {messages.installerPage.checksHelp}
          </Text>
          <Button
            variant="default"
            loading={checking.isPending}
            disabled={needsCode && given.code.trim() === ''}
            style={{ flexShrink: 0 }}
            onClick={() => checking.mutate()}
          >
            {checking.data === undefined ? messages.installerPage.check : messages.installerPage.checkAgain}
          </Button>
        </Group>
        {checking.data?.checks.map(each => (
          <Finding key={each.part} check={each} />
        ))}
      </Stack>
    </CardForm>
  );
}

const LOOKS = {
  passed: { icon: 'approved', color: 'var(--loupe-success)' },
  advice: { icon: 'help', color: 'var(--loupe-muted)' },
  failed: { icon: 'rejected', color: 'var(--loupe-danger)' },
} as const;

function Finding({ check: { part, state, text } }: { readonly check: InstallationCheck }): JSX.Element {
  const { icon, color } = LOOKS[state];
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <span style={{ color, lineHeight: '20px' }} role="img" aria-label={messages.installerPage.states[state]}>
        <Icon name={icon} size={16} />
      </span>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        <Text span fw={500}>
          {messages.installerPage.parts[part]}
        </Text>
        {': '}
        {text}
      </Text>
    </Group>
  );
}
