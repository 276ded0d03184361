import { z } from 'zod';
import type { HostAction, HostActions } from '#sdk/bridge/index.ts';

const text = z.string().max(500);
const code = z.int();
const access = z.object({ actions: z.array(text).max(5000), action_groups: z.array(text).max(5000) });
const user = z.object({ email: text, name: text, role: text.exactOptional() });

/** The form of each answer of a host. A page of another origin may send anything. */
export const hostAnswers: { readonly [A in HostAction]: z.ZodType<HostActions[A]['data']> } = {
  workflowStatuses: z.array(z.object({ id: code, name: text, value: code })).max(1000),
  workflowTransitions: z.array(z.object({ from_status_id: code, to_status_id: code })).max(10_000),
  reloadCurrentProject: z.object({ users: z.array(user).max(10_000), accesses: access }),
  currentUser: user,
  folderAccesses: access,
  getTeamUsers: z.array(z.object({ user })).max(10_000),
  currentSession: z.object({
    accessToken: z.string().max(10_000),
    idToken: z.string().max(10_000),
    email: text,
    expiresAt: z.number(),
  }),
};
