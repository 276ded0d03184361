import { Anchor, Button, Group, Loader, Stack, Text } from '@mantine/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { JSX } from 'react';
import type { ExternalAnswer, MfaChallenge } from '#core/auth/common/index.ts';
import { externalApi } from '#core/auth/common/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { challengeOf, keepAnswer, SessionStore, takeJourney } from '#core/auth/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { errorText } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';
import { SecondStep } from '../second-step.tsx';
import { SignInCard } from '../sign-in-card.tsx';

/**
 * Page to which an identity provider leads back: ends the sign-in that this tab began, or shows why it failed. A
 * sign-in that began at the provider is confirmed first, so that no foreign page signs people in to an account that is
 * not theirs.
 */
export function ProviderReturnPage({
  answer,
  onDone,
}: {
  readonly answer: string;
  readonly onDone: (path: string) => void;
}): JSX.Element {
  const session = useService(SessionStore);
  const begun = useRef(false);
  const [journey] = useState(takeJourney);
  const landing = journey?.landing ?? '/';
  const unasked = journey === undefined && answer.startsWith('saml=');
  const [problem, setProblem] = useState(
    journey === undefined && !unasked ? messages.providerReturnPage.notBegunHere : undefined,
  );
  const [offer, setOffer] = useState<ExternalAnswer>();
  const transport = useService(Transport);
  const [challenge, setChallenge] = useState<MfaChallenge>();

  const signIn = useCallback(() => {
    session.signInWithProvider(journey?.ticket, answer, landing).then(
      () => onDone(landing),
      (error: unknown) => {
        const asked = challengeOf(error);
        if (asked === undefined) setProblem(errorText(error));
        setChallenge(asked);
      },
    );
  }, [answer, journey, landing, onDone, session]);

  useEffect(() => {
    // An answer is good for one call.
    if (begun.current || (journey === undefined && !unasked)) return;
    begun.current = true;
    if (journey === undefined) {
      client(externalApi, transport)
        .describeExternalAnswer({ body: { answer } })
        .then(setOffer, (error: unknown) => setProblem(errorText(error)));
      return;
    }
    if (journey.trial === true) {
      keepAnswer({ ticket: journey.ticket, answer });
      onDone(journey.landing);
      return;
    }
    signIn();
  }, [answer, journey, onDone, signIn, transport, unasked]);

  return (
    <SignInCard>
      {challenge === undefined ? undefined : (
        <SecondStep
          challenge={challenge}
          onDone={() => onDone(landing)}
          onCancel={reason => {
            if (reason === undefined) onDone('/');
            else setProblem(reason);
            setChallenge(undefined);
          }}
        />
      )}
      {problem === undefined ? undefined : (
        <Stack gap="md">
          <Text component="h1" fw={600}>
            {messages.providerReturnPage.youAreNotSignedIn}
          </Text>
          <Text role="alert" style={{ overflowWrap: 'anywhere' }}>
            {problem}
          </Text>
          <Anchor href={landing} size="sm">
            {messages.providerReturnPage.backToSignIn}
          </Anchor>
        </Stack>
      )}
      {offer === undefined ? undefined : (
        <Stack gap="md">
          <Text component="h1" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {messages.providerReturnPage.signInAs(offer.email)}
          </Text>
          <Text>{messages.providerReturnPage.begunAtProvider(offer.organization)}</Text>
          <Group>
            <Button
              onClick={() => {
                setOffer(undefined);
                signIn();
              }}
            >
              {messages.providerReturnPage.signIn}
            </Button>
            <Button variant="default" component="a" href="/">
              {messages.providerReturnPage.cancel}
            </Button>
          </Group>
        </Stack>
      )}
      {problem === undefined && challenge === undefined && offer === undefined ? (
        <Stack gap="md" align="center">
          <Loader size="sm" />
          <Text c="var(--loupe-muted)">{messages.providerReturnPage.signingYouIn}</Text>
        </Stack>
      ) : undefined}
    </SignInCard>
  );
}
