import type { JSX } from 'react';
import { isFault } from '#core/base/common/index.ts';
import { EmptyState, ErrorPanel } from '#core/ui/web/index.ts';
import { messages } from './messages.ts';

/** Why a public link shows nothing: one answer for every link that does not work, and the error for anything else. */
export function SharedFault({
  error,
  retry,
}: {
  readonly error: unknown;
  readonly retry: () => Promise<unknown>;
}): JSX.Element {
  return isFault(error) && error.status === 404 ? (
    <EmptyState icon="link" text={messages.sharedPage.notAvailable} />
  ) : (
    <ErrorPanel error={error} onRetry={() => void retry()} />
  );
}
