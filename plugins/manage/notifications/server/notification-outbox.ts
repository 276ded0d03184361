import { inject } from 'inversify';
import type { Jobs } from '#core/data/server/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { JobsToken } from '#core/kernel/server/index.ts';

/** Something that happened, on its way to the people whom it concerns. Plain JSON: it waits as the subject of a job. */
export interface PendingNotification {
  readonly kind: string;
  /** E-mails; the delivery leaves out who caused it and who has no part in the project any more. */
  readonly to: readonly string[];
  readonly projectId?: number;
  /** The item when it is about one. */
  readonly itemId?: number;
  /** Number of items or times; 1 when absent. */
  readonly count?: number;
  /** Unread notifications of a person with the same key become one for a while; none do when absent. */
  readonly mergeKey?: string;
  readonly title?: string;
  readonly detail?: string;
  /** A text in which the people of the project may be mentioned: they get a mention instead. */
  readonly text?: string;
  /** The person who did it; the name is empty for people who gave none. */
  readonly actor?: { readonly email: string; readonly name: string };
}

const nameOf = ({ user }: RequestContext): string => `${user.firstName} ${user.lastName}`.trim();

/**
 * Takes notifications in the transaction in which the fact becomes true: they wait as a job, so that none is sent of
 * what was rolled back, none is lost, and nobody waits for their delivery.
 */
export class NotificationOutbox {
  constructor(@inject(JobsToken) private readonly jobs: Jobs) {}

  /** Notifies people of what the caller did. */
  async add(context: RequestContext, pending: Omit<PendingNotification, 'actor'>): Promise<void> {
    const { email } = context.user;
    if (pending.text === undefined && pending.to.every(each => each === email)) return;
    await this.addForTeam(context.team.id, { ...pending, actor: { email, name: nameOf(context) } });
  }

  /** Notifies people of what happened without anybody's doing, such as the end of a job. */
  async addForTeam(teamId: number, pending: PendingNotification, key?: string): Promise<void> {
    await this.jobs.enqueue(undefined, {
      teamId,
      plugin: 'notifications',
      name: 'deliver',
      subject: pending,
      ...(key === undefined ? {} : { key }),
    });
  }
}
