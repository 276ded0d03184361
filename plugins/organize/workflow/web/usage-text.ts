import { messages } from './messages.ts';
const counted = (number: number, one: string, many: string): string =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`;

/**
 * Returns the uses of an entry in words: “2 workflows (A, B), 14 items”, without `names` “2 workflows, 14 items”;
 * undefined when nothing does.
 */
export function usageText(
  use:
    | {
        readonly workflows?: readonly { readonly name: string }[];
        readonly items?: number;
        readonly people?: number;
        readonly groups?: number;
      }
    | undefined,
  names = true,
): string | undefined {
  if (use === undefined) return undefined;
  const { workflows = [], items = 0, people = 0, groups = 0 } = use;
  const named =
    workflows
      .slice(0, 3)
      .map(each => each.name)
      .join(', ') + (workflows.length > 3 ? messages.usageText.andMoreCount(workflows.length - 3) : '');
  const parts = [
    workflows.length > 0
      ? `${counted(workflows.length, messages.usageText.workflow, messages.usageText.workflows)}${names ? ` (${named})` : ''}`
      : '',
    items > 0 ? counted(items, messages.usageText.item, messages.usageText.items) : '',
    people > 0 ? counted(people, messages.usageText.person, messages.usageText.people) : '',
    groups > 0 ? counted(groups, messages.usageText.group, messages.usageText.groups) : '',
  ].filter(each => each !== '');
  return parts.length === 0 ? undefined : parts.join(', ');
}

/** A number with its word: “1 item”, “12 items”. */
export const itemsText = (items: number): string => counted(items, messages.usageText.item, messages.usageText.items);
