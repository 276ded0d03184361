import type { SwitchPreview } from './organization-api.ts';

/** Question before a switch that takes or adds more than the plugin itself. */
export interface SwitchQuestion {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly danger: boolean;
}

const plugins = (count: number): string => `${count} ${count === 1 ? 'plugin' : 'plugins'}`;

/**
 * The question before a switch of `title` for an organization; undefined when nothing but the plugin itself comes or
 * goes.
 */
export function switchQuestion(
  title: string,
  organization: string,
  { goes, comes }: SwitchPreview,
): SwitchQuestion | undefined {
  const others = (titles: readonly string[]): readonly string[] => titles.filter(each => each !== title);
  if (others(goes).length > 0) {
    return {
      title: `Switch ${title} off`,
      text: `This also disables ${others(goes).join(', ')} for ${organization}. Their data is kept.`,
      action: `Switch off ${plugins(goes.length)}`,
      danger: true,
    };
  }
  if (others(comes).length > 0) {
    return {
      title: `Switch ${title} on`,
      text: `${organization} gets with it what requires it: ${others(comes).join(', ')}.`,
      action: `Switch on ${plugins(comes.length)}`,
      danger: false,
    };
  }
  return undefined;
}
