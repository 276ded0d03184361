import { Button } from '@mantine/core';
import type { JSX } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { EmptyState } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';

/** Invites to create the first project of a team; greets people who arrive from sign-up (`fromSignUp=1`). */
export function FirstProject({ teamId }: { readonly teamId: number }): JSX.Element {
  const [parameters] = useSearchParams();
  return (
    <EmptyState
      icon="folder"
      text={
        parameters.get('fromSignUp') === '1'
          ? messages.firstProject.welcomeCreateYourFirstProject
          : messages.firstProject.createYourFirstProject
      }
    >
      <Button component={Link} to={`/t/${teamId}/projects/new`}>
        {messages.shared.newProject}
      </Button>
    </EmptyState>
  );
}
