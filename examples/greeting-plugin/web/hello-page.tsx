import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { client, Transport } from '#core/api/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { PageBody, PageHeader } from '#core/ui/web/index.ts';
import { greetingApi } from '../common/api.ts';

export default function HelloPage(): JSX.Element {
  const api = client(greetingApi, useService(Transport));
  const greeting = useQuery({ queryKey: ['greeting'], queryFn: () => api.greet() });
  return (
    <>
      <PageHeader title="Hello" />
      <PageBody>
        <Text>{greeting.data?.text}</Text>
      </PageBody>
    </>
  );
}
