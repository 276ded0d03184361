import { Anchor, Loader, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { JSX } from 'react';
import type { MfaChallenge } from '#core/auth/common/index.ts';
import { challengeOf, keepAnswer, SessionStore, takeJourney } from '#core/auth/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { errorText } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';
import { SecondStep } from '../second-step.tsx';
import { SignInCard } from '../sign-in-card.tsx';

/** Page to which an identity provider leads back: ends the sign-in that this tab began, or shows why it failed. */
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
  const [problem, setProblem] = useState(journey === undefined ? messages.providerReturnPage.notBegunHere : undefined);
  const [challenge, setChallenge] = useState<MfaChallenge>();

  useEffect(() => {
    // An answer is good for one call.
    if (begun.current || journey === undefined) return;
    begun.current = true;
    if (journey.trial === true) {
      keepAnswer({ ticket: journey.ticket, answer });
      onDone(journey.landing);
      return;
    }
    session.signInWithProvider(journey.ticket, answer, journey.landing).then(
      () => onDone(journey.landing),
      (error: unknown) => {
        const asked = challengeOf(error);
        if (asked === undefined) setProblem(errorText(error));
        setChallenge(asked);
      },
    );
  }, [answer, journey, onDone, session]);

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
      {problem === undefined && challenge === undefined ? (
        <Stack gap="md" align="center">
          <Loader size="sm" />
          <Text c="var(--loupe-muted)">{messages.providerReturnPage.signingYouIn}</Text>
        </Stack>
      ) : undefined}
    </SignInCard>
  );
}
