import type { NotificationView } from './api.ts';

/** Content of an e-mail with notifications. */
export interface NotificationMail {
  readonly team: string;
  /** Address of the product, without a slash at the end. */
  readonly site: string;
  readonly teamId: number;
  /** Newest first; at least one. */
  readonly notifications: readonly NotificationView[];
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** One e-mail for what a person has not read. Names and comments are text in it, never markup. */
export function notificationMail({ team, site, teamId, notifications }: NotificationMail): {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
} {
  const count = notifications.length;
  const [first] = notifications;
  const subject =
    count === 1 ? first!.text : `${count.toLocaleString('en')} notifications from ${team}: ${first!.text}`;
  const settings = `${site}/t/${teamId}/notifications/settings`;
  const lines = notifications.map(({ text, detail, project, path }) =>
    [
      project === null ? text : `${text} (${project})`,
      ...(detail === null ? [] : [`  “${oneLine(detail)}”`]),
      `  ${site}${path}`,
    ].join('\n'),
  );
  const entries = notifications.map(
    ({ text, detail, project, path }) =>
      `<li><a href="${escaped(site + path)}">${escaped(text)}</a>${project === null ? '' : ` – ${escaped(project)}`}${
        detail === null ? '' : `<br>“${escaped(oneLine(detail))}”`
      }</li>`,
  );
  return {
    subject: oneLine(subject).slice(0, 200),
    text: `${lines.join('\n\n')}\n\nChoose which e-mails you get: ${settings}\n`,
    html: `<ul>${entries.join('')}</ul><p><a href="${escaped(settings)}">Choose which e-mails you get</a></p>`,
  };
}
