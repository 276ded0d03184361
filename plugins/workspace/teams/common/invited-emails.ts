import { email } from '#core/auth/common/index.ts';

/** Addresses found in a text. */
export interface InvitedEmails {
  /** Good addresses in lower case, once each, in the order they came. */
  readonly emails: readonly string[];
  /** Pieces that are no addresses. */
  readonly invalid: readonly string[];
}

/**
 * Reads addresses from pasted text: separated by commas, semicolons, blanks or lines; `Name <a@b.org>` counts as
 * `a@b.org`.
 */
export function readInvitedEmails(text: string): InvitedEmails {
  const pieces = text
    .replace(/[^,;\n<]*<([^<>]*)>/g, ' $1 ')
    .split(/[\s,;]+/)
    .filter(piece => piece !== '');
  const emails = new Set<string>();
  const invalid: string[] = [];
  for (const piece of pieces) {
    const read = email.safeParse(piece);
    if (read.success) emails.add(read.data);
    else invalid.push(piece);
  }
  return { emails: [...emails], invalid };
}
