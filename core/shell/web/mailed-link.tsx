import { Anchor, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { errorText } from '#core/ui/web/index.ts';
import { useAccounts } from './accounts-client.ts';
import { messages } from './messages.ts';

/** Shows the form for the address that a mailed link is of, or why the link leads nowhere and where to ask again. */
export function MailedLink({
  purpose,
  token,
  again,
  height,
  form,
}: {
  readonly purpose: 'password-reset' | 'sign-up' | 'email-change' | 'email-undo';
  readonly token: string;
  /** Path of the page that sends such links, where there is one. */
  readonly again?: string;
  /** Height of the form in pixels, about: room for it while the link is looked up. */
  readonly height: number;
  readonly form: (email: string) => JSX.Element;
}): JSX.Element {
  const accounts = useAccounts();
  const link = useQuery({
    queryKey: ['core', 'link', token],
    queryFn: () => accounts.describeLink({ body: { purpose, token } }),
    staleTime: Infinity,
  });
  if (link.error !== null)
    return (
      <Stack gap="md">
        <Text role="alert">{errorText(link.error)}</Text>
        {again === undefined ? undefined : (
          <Anchor href={again} size="sm">
            {messages.shared.askForANewLink}
          </Anchor>
        )}
      </Stack>
    );
  return link.data === undefined ? <Skeleton h={height} /> : form(link.data.email);
}
