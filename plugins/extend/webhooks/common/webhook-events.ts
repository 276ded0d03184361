/** An event that webhooks are sent for. */
export interface WebhookEvent {
  readonly type: string;
  readonly title: string;
  readonly description: string;
  /** Code of the event where it is raised. */
  readonly code: string;
}

/** The events, in the order of lists. */
export const webhookEvents: readonly WebhookEvent[] = [
  {
    type: 'item.created',
    code: 'item c',
    title: 'Items created',
    description: 'Items are uploaded, imported, attached or copied.',
  },
  {
    type: 'item.status_changed',
    code: 'item u:annotation_status',
    title: 'Status of items changed',
    description: 'Items change their status; the message has both.',
  },
  {
    type: 'item.approval_changed',
    code: 'item u:approval_status',
    title: 'Approval of items changed',
    description: 'Items are approved or disapproved, or lose their approval.',
  },
  {
    type: 'item.assignment_changed',
    code: 'item u:assignment',
    title: 'Assignment of items changed',
    description: 'Items are assigned to someone, or someone is unassigned.',
  },
  { type: 'project.created', code: 'project c', title: 'Project created', description: 'A project is created.' },
  {
    type: 'project.updated',
    code: 'project u',
    title: 'Project updated',
    description: 'The name, status or settings of a project change.',
  },
];

export const webhookEventTypes = webhookEvents.map(each => each.type);

/** Type of the message that a test sends. */
export const PING = 'webhook.test';
