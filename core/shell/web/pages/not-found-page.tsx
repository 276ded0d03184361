import { Button } from '@mantine/core';
import type { JSX } from 'react';
import { Link } from 'react-router-dom';
import { EmptyState, usePageName } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';

/** An address no enabled plugin has. */
export function NotFoundPage(): JSX.Element {
  usePageName(messages.notFoundPage.title);
  return (
    <EmptyState icon="search" text={messages.notFoundPage.thereIsNoPage}>
      <Button variant="default" component={Link} to="/">
        {messages.shared.goToTheStartPage}
      </Button>
    </EmptyState>
  );
}
