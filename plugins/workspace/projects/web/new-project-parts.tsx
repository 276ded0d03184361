import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { JSX } from 'react';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { projectKeys } from '../common/query-keys.ts';
import { ProjectsWebHooks } from './kit/projects-web-hooks.ts';
import type { NewProjectDraft } from './new-project-draft.ts';
import { NewProjectStore } from './new-project-draft.ts';
import classes from './projects.module.css';

/** Shows the questions of other plugins in a step of the form for a new project. */
export function NewProjectParts({
  step,
  draft,
}: {
  readonly step: 'content' | 'people';
  readonly draft: NewProjectDraft;
}): JSX.Element {
  const store = useService(NewProjectStore);
  const hooks = useService(ProjectsWebHooks);
  const { id: teamId } = useTeam();
  const parts =
    useQuery({
      queryKey: [...projectKeys.newProjectParts, teamId],
      queryFn: () => hooks.newProjectParts.promise({ teamId }, []),
    }).data ?? [];
  return (
    <>
      {parts
        .filter(each => (each.step ?? 'content') === step && each.suits(draft.type))
        .map(({ id, title, Input }) => (
          <section key={`${id} ${draft.type}`} aria-label={title}>
            <h2 className={classes['section']}>{title}</h2>
            <Suspense fallback={<Skeleton h={80} />}>
              <Input
                type={draft.type}
                value={draft.parts[id]}
                onChange={value => store.change({ parts: { ...draft.parts, [id]: value } })}
              />
            </Suspense>
          </section>
        ))}
    </>
  );
}
