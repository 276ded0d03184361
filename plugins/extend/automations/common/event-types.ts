import { commentChangeKinds } from '#plugins/annotate/annotations/common/index.ts';
import type { EventType } from './event-type.ts';
import { placeEvents } from './place-event-types.ts';
import type { SettingField } from './setting-field.ts';
import { range } from './setting-range.ts';

/** Codes of the events that come from outside of the projects of a team. */
export const WEBHOOK = 'webhook';
export const SCHEDULE = 'schedule';
export const MANUAL = 'Manual trigger';
/** Codes of the events that people start on items. */
export const FIRED = 'item fired';
export const FORM_FIRED = 'form fired';
/** Codes of the events about annotations. */
export const SAVED = 'item u:annotation';
export const COMMENTED = 'item comment';
/** Code of the event of a workflow. */
export const TRANSITION = 'transition';

/** Matches every status or value in `from` and `to`. */
export const ANY = 'any';

const approvalChoices = [
  { value: 'none', label: 'None' },
  { value: 'disapproved', label: 'Disapproved' },
  { value: 'approved', label: 'Approved' },
] as const;
export const approvalNames = ['none', 'disapproved', 'approved'] as const;

const commentChoices = commentChangeKinds.map(value => ({
  value,
  label: value.charAt(0).toUpperCase() + value.slice(1),
}));

const roleField: SettingField = { name: 'role', label: 'Role', kind: 'anyRole' };

/** Roles that may start a pipeline by hand. */
export const starters = ['managers', 'admins', 'everyone'] as const;
export type Starter = (typeof starters)[number];

const starterChoices = [
  { value: 'managers', label: 'Who manages pipelines' },
  { value: 'admins', label: 'Project admins' },
  { value: 'everyone', label: 'Everyone who sees the item' },
] as const satisfies readonly { readonly value: Starter; readonly label: string }[];

const whoField = (usual: Starter): SettingField => ({
  name: 'who',
  label: 'Who may start it',
  kind: 'choice',
  choices: starterChoices,
  usual,
});

/** Returns who may start a pipeline by an event. */
export const starterOf = (type: string, { who }: Readonly<Record<string, unknown>>): Starter =>
  starters.find(each => each === who) ?? (type === FORM_FIRED ? 'everyone' : 'admins');

/** The events of this version. Their codes are those of the API. */
export const eventTypes: readonly EventType[] = [
  {
    type: 'item c',
    title: 'Item created',
    description: 'An item is uploaded, imported, attached or copied into a project.',
    group: 'Item',
    subject: 'item',
    fields: [],
  },
  {
    type: 'item u:annotation_status',
    title: 'Item status updated',
    description: 'An item changes its status.',
    group: 'Item',
    subject: 'item',
    fields: range(),
  },
  {
    type: 'item u:approval_status',
    title: 'Item approval updated',
    description: 'An item is approved or disapproved, or loses its approval.',
    group: 'Item',
    subject: 'item',
    fields: range(approvalChoices),
  },
  {
    type: 'item u:assignment',
    title: 'Item assignment updated',
    description: 'An item is assigned to someone, or someone is unassigned.',
    group: 'Item',
    subject: 'item',
    fields: [roleField],
  },
  {
    type: 'item open',
    title: 'Item opened',
    description: 'Someone opens an item in the editor. The time tracker reports it, so that must be on.',
    plugin: 'time-tracker',
    group: 'Item',
    subject: 'item',
    fields: [roleField],
  },
  {
    type: SAVED,
    title: 'Annotations saved',
    description: 'Annotations of an item are saved. Saves of half a minute start one run, soon after it is over.',
    group: 'Item',
    subject: 'item',
    fields: [],
  },
  {
    type: COMMENTED,
    title: 'Comment changed',
    description: 'A comment on an item is added, answered, resolved, reopened or deleted.',
    group: 'Item',
    subject: 'item',
    fields: [{ name: 'change', label: 'Change', kind: 'anyChoice', choices: commentChoices }],
  },
  {
    type: TRANSITION,
    title: 'Transition',
    description: 'An item changes its status by a transition of its workflow.',
    group: 'Workflow',
    subject: 'item',
    fields: [
      { name: 'workflow', label: 'Workflow', kind: 'anyWorkflow' },
      {
        name: 'transition',
        label: 'Transition',
        kind: 'text',
        most: 100,
        hint: 'Its name, such as Submit. Leave empty for all transitions.',
      },
      {
        name: 'timing',
        label: 'When it runs',
        kind: 'choice',
        choices: [
          { value: 'with_change', label: 'As part of the change' },
          { value: 'after_change', label: 'After the change' },
        ],
        usual: 'after_change',
        hint: 'As part of the change, an action that fails leaves the status as it was. Actions that reach other systems, and those that follow them, always run after the change.',
      },
    ],
  },
  {
    type: FIRED,
    title: 'Started by hand',
    description: 'Someone runs the pipeline on the open item or on selected items, or an app or a script does.',
    group: 'Manual',
    subject: 'item',
    fields: [
      { name: 'name', label: 'Name in the menu', kind: 'text', required: true, most: 80 },
      whoField('admins'),
      {
        name: 'custom_event_id',
        label: 'Form',
        kind: 'customEvent',
        hint: 'The fields of this custom event are filled in first. Leave empty to ask nothing.',
      },
    ],
  },
  {
    type: FORM_FIRED,
    title: 'Button in a form',
    description: 'Someone presses a button of a form that runs this pipeline with the values of the form.',
    group: 'Manual',
    subject: 'item',
    fields: [
      { name: 'name', label: 'Name for the button', kind: 'text', required: true, most: 80 },
      whoField('everyone'),
    ],
  },
  ...placeEvents,
  {
    type: MANUAL,
    title: 'Custom event',
    description: 'Someone fires an event of your team with values that they enter, or a script does.',
    group: 'Manual',
    subject: 'team',
    fields: [
      {
        name: 'custom_event_id',
        label: 'Event',
        kind: 'customEvent',
        required: true,
        hint: 'Create events under Automations › Events.',
      },
    ],
  },
  {
    type: SCHEDULE,
    title: 'Periodic event',
    description: 'Runs at times that you choose, such as every morning.',
    group: 'Scheduler',
    subject: 'team',
    fields: [
      { name: 'cron', label: 'Times', kind: 'cron', required: true },
      { name: 'time_zone', label: 'Time zone', kind: 'timeZone', required: true },
      { name: 'start', label: 'First day', kind: 'date', hint: 'Leave empty to begin now.' },
      { name: 'end', label: 'Last day', kind: 'date', hint: 'Leave empty to go on.' },
    ],
  },
  {
    type: WEBHOOK,
    title: 'Incoming webhook',
    description: 'Another system posts JSON to an address of this pipeline.',
    group: 'External',
    subject: 'team',
    fields: [
      {
        name: 'custom_event_id',
        label: 'Fields of the body',
        kind: 'customEvent',
        hint: 'The body must have the fields of this custom event. Leave empty to take any JSON object.',
      },
    ],
  },
];

/** Returns the event of a code, undefined for an unknown one. */
export const eventTypeOf = (type: string): EventType | undefined => eventTypes.find(each => each.type === type);
