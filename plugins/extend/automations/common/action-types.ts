import type { ActionType } from './action-type.ts';
import { workActions } from './work-action-types.ts';

/** Longest delay, in seconds. */
export const LONGEST_DELAY = 86_400;

/** The actions of this version. */
export const actionTypes: readonly ActionType[] = [
  {
    type: 'set_status',
    title: 'Set status',
    description: 'Moves the item to a status. Items that cannot go there are skipped.',
    group: 'Items',
    needsItem: true,
    outcomes: 'result',
    withChange: true,
    fields: [{ name: 'status', label: 'Status', kind: 'status', required: true }],
  },
  {
    type: 'set_priority',
    title: 'Set priority',
    description: 'Sets the priority of the item, or clears it.',
    group: 'Items',
    needsItem: true,
    outcomes: 'result',
    withChange: true,
    fields: [
      { name: 'priority', label: 'Priority', kind: 'number', hint: 'Leave empty to clear it.', least: -1e9, most: 1e9 },
    ],
  },
  {
    type: 'set_approval',
    title: 'Set approval',
    description: 'Approves or disapproves the item, or clears the approval.',
    group: 'Items',
    needsItem: true,
    outcomes: 'result',
    withChange: true,
    fields: [
      {
        name: 'approval',
        label: 'Approval',
        kind: 'choice',
        required: true,
        choices: [
          { value: 'none', label: 'None' },
          { value: 'disapproved', label: 'Disapproved' },
          { value: 'approved', label: 'Approved' },
        ],
      },
    ],
  },
  {
    type: 'pin',
    title: 'Pin',
    description: 'Pins the item so that everyone in the project sees it, or unpins it.',
    group: 'Items',
    needsItem: true,
    outcomes: 'result',
    withChange: true,
    fields: [
      {
        name: 'pinned',
        label: 'Pin',
        kind: 'choice',
        required: true,
        choices: [
          { value: 'yes', label: 'Pinned' },
          { value: 'no', label: 'Not pinned' },
        ],
      },
    ],
  },
  {
    type: 'assign',
    title: 'Assign',
    description: 'Assigns the item to a contributor of its project, in the role they have there.',
    group: 'Items',
    needsItem: true,
    outcomes: 'result',
    withChange: true,
    fields: [{ name: 'email', label: 'Contributor', kind: 'email', required: true }],
  },
  {
    type: 'unassign',
    title: 'Unassign',
    description: 'Unassigns one person from the item, or everyone.',
    group: 'Items',
    needsItem: true,
    outcomes: 'result',
    withChange: true,
    fields: [{ name: 'email', label: 'Person', kind: 'email', hint: 'Leave empty to unassign everyone.' }],
  },
  ...workActions,
  {
    type: 'send_webhook',
    title: 'Send webhook',
    description: 'Posts the event as JSON to an address. With a secret, the request is signed.',
    group: 'Messages',
    needsItem: false,
    outcomes: 'result',
    fields: [
      { name: 'url', label: 'Request URL', kind: 'url', required: true, most: 2000 },
      {
        name: 'header_name',
        label: 'Extra header',
        kind: 'text',
        most: 100,
        hint: 'Sent with the request, for example Authorization.',
      },
      {
        name: 'header_value',
        label: 'Value of the header',
        kind: 'text',
        most: 1000,
        hint: '{{secrets.NAME.KEY}} is replaced by a value of a secret.',
      },
    ],
  },
  {
    type: 'send_email',
    title: 'Send email',
    description: 'Sends an email. {{after.name}} in the subject or text is replaced by a value of the event.',
    group: 'Messages',
    needsItem: false,
    outcomes: 'result',
    never: {
      events: ['item c', 'item fired', 'item open', 'Manual trigger'],
      because: 'it would be sent for every single item',
    },
    fields: [
      { name: 'to', label: 'To', kind: 'emails', required: true, hint: 'Addresses, separated by commas.' },
      { name: 'subject', label: 'Subject', kind: 'text', required: true, most: 200 },
      { name: 'text', label: 'Text', kind: 'longText', required: true, most: 10_000 },
    ],
  },
  {
    type: 'custom',
    title: 'Custom action',
    description: 'Runs TypeScript or Python that your team wrote, in a sandbox. Write it below Actions.',
    group: 'Code',
    needsItem: false,
    outcomes: 'result',
    fields: [
      { name: 'custom_task_id', label: 'Action', kind: 'customAction', required: true },
      {
        name: 'event_object',
        label: 'Arguments',
        kind: 'json',
        hint: 'A JSON object whose values the handler finds in “event”.',
      },
    ],
  },
  {
    type: 'condition',
    title: 'Condition',
    description: 'Continues along “true” when the rules hold, else along “false”.',
    group: 'Flow',
    needsItem: false,
    outcomes: 'condition',
    withChange: true,
    fields: [{ name: 'rules', label: 'Rules', kind: 'rules', required: true }],
  },
  {
    type: 'delay',
    title: 'Delay',
    description: 'Waits before the next action.',
    group: 'Flow',
    needsItem: false,
    outcomes: 'result',
    fields: [{ name: 'seconds', label: 'Seconds', kind: 'duration', required: true, least: 1, most: LONGEST_DELAY }],
  },
];

/** Returns the action of a code, undefined for an unknown one. */
export const actionTypeOf = (type: string): ActionType | undefined => actionTypes.find(each => each.type === type);
