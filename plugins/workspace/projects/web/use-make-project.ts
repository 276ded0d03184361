import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { isFault } from '#core/base/common/index.ts';
import { errorText } from '#core/ui/web/index.ts';
import { ProjectsWebHooks } from './kit/projects-web-hooks.ts';
import type { NewProjectDraft } from './new-project-draft.ts';
import { NewProjectStore } from './new-project-draft.ts';
import { ProjectsClient } from './projects-client.ts';

interface MakeProject {
  /** `onDone` receives the id when all is done; failures are in `failure`, and tried again by the next call. */
  make(draft: NewProjectDraft, onDone: (id: number) => void): void;
  readonly busy: boolean;
  readonly failure: MakeFailure | undefined;
}

/** Why not all was done. */
export interface MakeFailure {
  readonly text: string;
  /** The plan of the organization does not allow it: trying again does not help. */
  readonly limit: boolean;
}

/** Codes of what an organization would have to buy. */
const LIMITS = ['PLAN_LIMIT', 'CONTRACT_EXPIRED'];

/**
 * Makes a project, then gives it what other plugins keep of it and its people. What is done already is not done again.
 */
export function useMakeProject(): MakeProject {
  const client = useService(ProjectsClient);
  const hooks = useService(ProjectsWebHooks);
  const store = useService(NewProjectStore);
  const team = useTeam();
  const queries = useQueryClient();

  const create = async (draft: NewProjectDraft): Promise<number> => {
    const settings = Object.entries(draft.settings).map(([attribute, value]) => ({ attribute, value }));
    const { id } = await client.projects.createProject({
      body: {
        name: draft.name.trim(),
        type: draft.type,
        ...(draft.workflow === undefined ? {} : { workflow_id: draft.workflow }),
        ...(draft.description.trim() === '' ? {} : { description: draft.description.trim() }),
        ...(draft.link.trim() === '' ? {} : { instructions_link: draft.link.trim() }),
        ...(settings.length === 0 ? {} : { settings }),
        ...(draft.storage === undefined ? {} : { storage: draft.storage }),
      },
    });
    return id;
  };

  // The second click of a double click comes before `isPending` is rendered.
  const running = useRef(false);
  const making = useMutation({
    mutationFn: async (draft: NewProjectDraft) => {
      const id = draft.made ?? (await create(draft));
      store.change({ made: id });
      let left = draft.parts;
      for (const part of await hooks.newProjectParts.promise({ teamId: team.id }, [])) {
        const value = left[part.id];
        if (value !== undefined && part.suits(draft.type)) await part.apply(id, value);
        left = { ...left, [part.id]: undefined };
        store.change({ parts: left });
      }
      if (draft.members.length > 0) {
        const { invalidUsers } = await client.contributors.shareProject({
          params: { project_id: id },
          body: { users: draft.members.map(each => ({ user_id: each.email, user_role: each.role })) },
        });
        store.change({ members: [] });
        if (invalidUsers.length > 0) throw new Error(`${invalidUsers.join(', ')} left the team meanwhile.`);
      }
      return id;
    },
    onSettled: () => {
      running.current = false;
      return queries.invalidateQueries({ queryKey: ['projects', 'list'] });
    },
  });
  return {
    busy: making.isPending,
    failure: making.error === null ? undefined : failureOf(making.error),
    make: (draft, onDone) => {
      if (running.current) return;
      running.current = true;
      making.mutate(draft, { onSuccess: onDone });
    },
  };
}

const failureOf = (error: Error): MakeFailure => ({
  text: errorText(error),
  limit: isFault(error) && LIMITS.includes(error.code),
});
