import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { createContext, useContext, useId } from 'react';
import type { FormEvent, JSX, ReactNode } from 'react';
import { messages } from './messages.ts';
import { errorText } from './error-panel.tsx';
import { useOnceAtATime } from './use-once-at-a-time.ts';

/** The reason why nothing can be changed at present; undefined while changes are possible. */
export const ReadOnlyReason = createContext<string | undefined>(undefined);

interface DialogFormProps {
  /** Words of the button that does it. */
  readonly action: string;
  /** False while there is nothing to do, or something is wrong. */
  readonly ready?: boolean;
  /** Does it; what it throws is shown, and the dialog stays with all that was typed. */
  readonly onSubmit: () => Promise<void>;
  /** Absent where there is nothing to go back to; then there is no such button. */
  readonly onCancel?: () => void;
  /** Words of the other button, `Cancel` when absent. */
  readonly cancel?: string;
  /** True for a form that changes nothing: it can be sent where nothing can be changed. */
  readonly reads?: boolean;
  readonly children: ReactNode;
}

/** The form of a dialog: its fields, why it failed last, and the buttons. It cannot be sent twice at a time. */
export function DialogForm({
  action,
  ready = true,
  onSubmit,
  onCancel,
  cancel = messages.shared.cancel,
  reads = false,
  children,
}: DialogFormProps): JSX.Element {
  const submitting = useMutation({ mutationFn: onSubmit });
  const send = useOnceAtATime(submitting);
  const readOnlyReason = useContext(ReadOnlyReason);
  const refusal = reads ? undefined : readOnlyReason;
  const refusalId = useId();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (ready && refusal === undefined) send();
  };

  const clear = (): void => {
    if (submitting.isError) submitting.reset();
  };

  return (
    <form onSubmit={submit} onChange={clear}>
      <Stack gap="md">
        {children}
        {submitting.error === null ? undefined : (
          <Alert color="red" p="xs" role="alert" style={{ whiteSpace: 'pre-line' }}>
            {errorText(submitting.error)}
          </Alert>
        )}
        {refusal === undefined ? undefined : (
          <Text id={refusalId} size="sm" c="var(--loupe-muted)">
            {refusal}
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          {onCancel === undefined ? undefined : (
            <Button variant="default" onClick={onCancel}>
              {cancel}
            </Button>
          )}
          <Button
            type="submit"
            loading={submitting.isPending}
            disabled={!ready || refusal !== undefined}
            {...(refusal === undefined ? {} : { 'aria-describedby': refusalId })}
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
