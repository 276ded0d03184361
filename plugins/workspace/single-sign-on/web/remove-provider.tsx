import { Button } from '@mantine/core';
import type { JSX } from 'react';
import { confirm, toastError } from '#core/ui/web/index.ts';
import { messages } from './messages.ts';
import { useSignOnChange } from './use-single-sign-on.ts';

/** Button that removes the identity provider after a question. */
export function RemoveProvider({ organizationId }: { readonly organizationId: number }): JSX.Element {
  const remove = useSignOnChange(organizationId, (calls, params) => calls.deleteProvider({ params }));
  const askAndRemove = async (): Promise<void> => {
    const sure = await confirm({
      title: messages.providerForm.removeQuestion,
      text: messages.providerForm.removeText,
      action: messages.providerForm.removeProvider,
      danger: true,
    });
    if (sure) remove.mutate(undefined, { onError: toastError });
  };
  return (
    <Button variant="default" onClick={() => void askAndRemove()}>
      {messages.providerForm.removeProvider}
    </Button>
  );
}
