import { Button } from '@mantine/core';
import type { JSX } from 'react';
import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router-dom';
import { ErrorPanel } from '#core/ui/web/index.ts';
import { NotFoundPage } from './not-found-page.tsx';

/** Stands in for a page or frame that failed; the rest of the app goes on. */
export function FaultPage(): JSX.Element {
  const error = useRouteError();
  const { revalidate, state } = useRevalidator();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />;
  return (
    <>
      <ErrorPanel error={error} onRetry={() => void revalidate()} />
      {state === 'loading' ? undefined : <div style={{ textAlign: 'center' }}><Button variant="subtle" component="a" href="/">Go to the start page</Button></div>}
    </>
  );
}
