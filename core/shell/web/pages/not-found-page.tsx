import { Button } from '@mantine/core';
import type { JSX } from 'react';
import { Link } from 'react-router-dom';
import { EmptyState } from '#core/ui/web/index.ts';

/** An address no enabled plugin has. */
export function NotFoundPage(): JSX.Element {
  return (
    <EmptyState icon="search" text="There is no page at this address.">
      <Button variant="default" component={Link} to="/">
        Go to the start page
      </Button>
    </EmptyState>
  );
}
