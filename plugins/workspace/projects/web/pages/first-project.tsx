import { Button } from '@mantine/core';
import type { JSX } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { EmptyState } from '#core/ui/web/index.ts';

/** Invites to create the first project of a team; greets people who arrive from sign-up (`fromSignUp=1`). */
export function FirstProject({ teamId }: { readonly teamId: number }): JSX.Element {
  const [parameters] = useSearchParams();
  const welcome = parameters.get('fromSignUp') === '1' ? 'Welcome to Loupe. Your account is ready. ' : '';
  return (
    <EmptyState
      icon="folder"
      text={`${welcome}Create your first project. A project holds items of one type, their classes and the people who work on them.`}
    >
      <Button component={Link} to={`/t/${teamId}/projects/new`}>
        New project
      </Button>
    </EmptyState>
  );
}
