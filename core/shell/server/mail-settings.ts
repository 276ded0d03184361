import { Fault } from '#core/base/common/index.ts';

/** An SMTP server, or a folder for files. */
export type MailConfiguration = { readonly from: string } & (
  | { readonly smtpUrl: string }
  | { readonly folder: string }
);

/** Returns the way mails go out; undefined for none. @throws Fault CONFIGURATION for settings that do not fit together */
export function mailSettings({
  smtpUrl,
  from,
  folder,
}: {
  readonly smtpUrl: string | undefined;
  readonly from: string | undefined;
  readonly folder: string | undefined;
}): MailConfiguration | undefined {
  if (smtpUrl !== undefined && folder !== undefined)
    throw new Fault('CONFIGURATION', 'SMTP_URL and MAIL_DIR are both set: leave one out');
  if (smtpUrl !== undefined && from === undefined)
    throw new Fault(
      'CONFIGURATION',
      'SMTP_URL is set and MAIL_FROM is not: name the sender, such as Loupe <loupe@example.org>',
    );
  if (smtpUrl !== undefined) return { smtpUrl, from: from! };
  return folder === undefined ? undefined : { folder, from: from ?? 'Loupe <loupe@localhost>' };
}
