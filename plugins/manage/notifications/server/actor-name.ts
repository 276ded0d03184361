import type { PendingNotification } from './notification-outbox.ts';

/** Names who did it by their present address where they gave no name. */
export function withActorName(
  pending: PendingNotification,
  members: readonly { readonly email: string; readonly address: string }[],
): PendingNotification {
  const { actor } = pending;
  if (actor === undefined || actor.name !== '') return pending;
  const name = members.find(each => each.email === actor.email)?.address ?? actor.email;
  return { ...pending, actor: { ...actor, name } };
}
