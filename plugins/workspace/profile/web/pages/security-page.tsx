import { Stack, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { JSX } from 'react';
import { PageBody } from '#core/ui/web/index.ts';
import { Devices, DEVICES } from '../devices.tsx';
import { messages } from '../messages.ts';
import { PasskeysSection } from '../passkeys-section.tsx';
import { PasswordForm } from '../password-form.tsx';
import { TwoStepSection } from '../two-step/two-step-section.tsx';

/** Password, second factor, passkeys and signed-in devices. */
export default function SecurityPage(): JSX.Element {
  const queries = useQueryClient();
  const refreshDevices = (): void => void queries.invalidateQueries({ queryKey: DEVICES });
  return (
    <PageBody>
      <Stack gap={28} pt="md" pb="xl">
        <section>
          <Title order={2} mb="sm">
            {messages.shared.password}
          </Title>
          <PasswordForm onChanged={refreshDevices} />
        </section>
        <section>
          <Title order={2} mb="sm">
            {messages.securityPage.twoStepSignIn}
          </Title>
          <TwoStepSection onDevicesEnded={refreshDevices} />
        </section>
        <section>
          <Title order={2} mb="sm">
            {messages.securityPage.passkeys}
          </Title>
          <PasskeysSection />
        </section>
        <section>
          <Title order={2} mb="sm">
            {messages.securityPage.signedInDevices}
          </Title>
          <Devices />
        </section>
      </Stack>
    </PageBody>
  );
}
