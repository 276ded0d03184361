import { Button } from '@mantine/core';
import type { JSX } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { EmptyState } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';

/** Invites to create the first project of a team; greets people who arrive from sign-up (`fromSignUp=1`). */
export function FirstProject({ teamId }: { readonly teamId: number }): JSX.Element {
  const [parameters] = useSearchParams();
  const welcome = parameters.get('fromSignUp') === '1' ? messages.firstProject.welcomeToLoupeYourAccount : '';
  return (
    <EmptyState icon="folder" text={messages.firstProject.welcomeCreateYourFirstProject(welcome)}>
      <Button component={Link} to={`/t/${teamId}/projects/new`}>
        {messages.shared.newProject}
      </Button>
    </EmptyState>
  );
}
