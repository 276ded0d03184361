import { Button } from '@mantine/core';
import { useEffect } from 'react';
import type { JSX } from 'react';
import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router-dom';
import { FaultReporter, useService } from '#core/kernel/web/index.ts';
import { ErrorPanel } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';
import { NotFoundPage } from './not-found-page.tsx';

/** Replaces a page or frame that failed, of a plugin where there is one; the rest of the app goes on. */
export function FaultPage({
  page,
}: {
  readonly page?: { readonly plugin: string; readonly name: string };
}): JSX.Element {
  const error = useRouteError();
  const faults = useService(FaultReporter);
  useEffect(() => {
    if (page !== undefined && !isRouteErrorResponse(error)) faults.report(page.plugin, 'page', error, page.name);
  }, [page, error, faults]);
  const { revalidate, state } = useRevalidator();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />;
  return (
    <>
      <ErrorPanel error={error} onRetry={() => void revalidate()} />
      {state === 'loading' ? undefined : (
        <div style={{ textAlign: 'center' }}>
          <Button variant="subtle" component="a" href="/">
            {messages.shared.goToTheStartPage}
          </Button>
        </div>
      )}
    </>
  );
}
