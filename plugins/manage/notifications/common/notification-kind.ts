import type { Delivery } from './api.ts';

/** Facts in the sentence of a notification. */
export interface NotificationFacts {
  /** Name or e-mail of who caused it; undefined for jobs. */
  readonly actor: string | undefined;
  /** Number of occurrences, or of items, since the receiver last looked. */
  readonly count: number;
  /** Name of the item when it is about one. */
  readonly item: string | undefined;
  readonly project: string | undefined;
  /** Title that the kind itself stores: title of a job. */
  readonly title: string | undefined;
}

/** A kind of notification. Plugins add theirs to `NotificationKinds`. */
export interface NotificationKind {
  /** `PLUGIN.NAME`. */
  readonly id: string;
  /** As the settings list it: “Returned to me”. */
  readonly title: string;
  /** When it comes, in one sentence. */
  readonly description: string;
  /** Name of an icon of `core/ui`. */
  readonly icon: string;
  /** Delivery for people who have chosen nothing. */
  readonly delivery: Delivery;
  text(facts: NotificationFacts): string;
  /** Page of the project it leads to, such as `downloads`; the item or the project when absent. */
  readonly page?: string;
}

const someone = (actor: string | undefined): string => actor ?? 'Someone';
/** The item by name, or how many there are. */
const things = ({ item, count }: NotificationFacts): string =>
  count === 1 ? (item ?? '1 item') : `${count.toLocaleString('en')} items`;

/** The kinds of notifications about work on items. */
export const workKinds = {
  assigned: {
    id: 'notifications.assigned',
    title: 'Assigned to me',
    description: 'Somebody assigns items to you.',
    icon: 'clipboard',
    delivery: 'mail',
    text: facts => `${someone(facts.actor)} assigned ${things(facts)} to you`,
  },
  returned: {
    id: 'notifications.returned',
    title: 'Returned to me',
    description: 'A reviewer returns items you worked on.',
    icon: 'undo',
    delivery: 'mail',
    text: facts => `${someone(facts.actor)} returned ${things(facts)} to you`,
  },
  mentioned: {
    id: 'notifications.mentioned',
    title: 'Mentions of me',
    description: 'Somebody writes @ and your name in a comment.',
    icon: 'person',
    delivery: 'mail',
    text: facts => `${someone(facts.actor)} mentioned you on ${facts.item ?? 'an item'}`,
  },
  commented: {
    id: 'notifications.commented',
    title: 'Comments on my items',
    description: 'Somebody comments on an item assigned to you, or answers you.',
    icon: 'comment',
    delivery: 'product',
    text: ({ actor, item, count }) =>
      `${someone(actor)} ${count === 1 ? 'commented' : `wrote ${count.toLocaleString('en')} comments`} on ${item ?? 'an item'}`,
  },
  consensusDue: {
    id: 'notifications.consensus',
    title: 'Consensus due',
    description: 'Everyone has submitted their copy of an item, and you review it.',
    icon: 'intersect',
    delivery: 'product',
    text: facts =>
      `${things(facts)} ${facts.count === 1 ? 'is' : 'are'} ready for review: everyone has submitted a copy`,
  },
  goldMissed: {
    id: 'notifications.goldMissed',
    title: 'Low accuracy on gold items',
    description: 'The accuracy of an annotator falls below the threshold of a project that you manage.',
    icon: 'star',
    delivery: 'product',
    text: ({ title, project }) =>
      `${title ?? 'An annotator'} is below the accuracy threshold of ${project ?? 'a project'}`,
    page: 'setup/gold',
  },
  dueTomorrow: {
    id: 'notifications.dueTomorrow',
    title: 'Due tomorrow',
    description: 'A project you work in is due tomorrow and not completed.',
    icon: 'clock',
    delivery: 'mail',
    text: ({ project }) => `${project ?? 'A project'} is due tomorrow`,
  },
  late: {
    id: 'notifications.late',
    title: 'Late projects',
    description: 'The due date of a project you work in has passed, and it is not completed.',
    icon: 'clock',
    delivery: 'mail',
    text: ({ project }) => `${project ?? 'A project'} is late: its due date has passed`,
  },
  jobFailed: {
    id: 'notifications.jobFailed',
    title: 'My jobs that fail',
    description: 'An upload, import, export or other long work of yours fails.',
    icon: 'warning',
    delivery: 'product',
    text: ({ title }) => `${title ?? 'A job'} failed`,
  },
} as const satisfies Record<string, NotificationKind>;
