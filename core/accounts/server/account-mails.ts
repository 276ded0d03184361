/** A mail about an account. */
export interface AccountMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const IGNORE = 'If you did not ask for this, you can ignore this mail.';

function mailOf(
  subject: string,
  before: string,
  link: { readonly text: string; readonly address: string },
  after: string,
): AccountMail {
  return {
    subject,
    text: `${before}\n\n${link.text}: ${link.address}\n\n${after}\n`,
    html: `<p>${escaped(before)}</p><p><a href="${escaped(link.address)}">${escaped(link.text)}</a></p><p>${escaped(after)}</p>`,
  };
}

/** The link that sets a new password. */
export const passwordResetMail = (address: string): AccountMail =>
  mailOf(
    'Reset your Loupe password',
    'You asked for a new password for your Loupe account.',
    { text: 'Set a new password', address },
    `The link works once, for 1 hour. ${IGNORE}`,
  );

/** The link that makes an account. */
export const signUpMail = (address: string): AccountMail =>
  mailOf(
    'Confirm your e-mail address for Loupe',
    'You signed up for Loupe with this e-mail address.',
    { text: 'Confirm and create your account', address },
    `The link works once, for 24 hours. ${IGNORE}`,
  );

/** For somebody who signs up with an address that has an account. */
export const alreadySignedUpMail = (address: string): AccountMail =>
  mailOf(
    'You already have a Loupe account',
    'You signed up for Loupe with this e-mail address, but it has an account already.',
    { text: 'Sign in', address },
    `On the same page you can ask for a new password. ${IGNORE}`,
  );

/** Notice after a reset, so that nobody's password changes unnoticed. */
export const passwordChangedMail = (address: string): AccountMail =>
  mailOf(
    'Your Loupe password was changed',
    'A new password was set for your Loupe account by a link in a mail. All devices were signed out.',
    { text: 'If this was not you, set another password', address },
    'Let the person who runs your Loupe installation know as well.',
  );

/** The link that makes an address the one that a person signs in with. */
export const confirmAddressMail = (from: string, address: string): AccountMail =>
  mailOf(
    'Confirm your new e-mail address for Loupe',
    `You asked to sign in to the Loupe account of ${from} with this e-mail address instead.`,
    { text: 'Confirm the new address', address },
    `The link works once, for 24 hours. ${IGNORE}`,
  );

/** For the owner of an account whose address somebody else wants to sign in with. */
export const addressTakenMail = (address: string): AccountMail =>
  mailOf(
    'This address already has a Loupe account',
    'Somebody asked to sign in to another Loupe account with this e-mail address, but it belongs to an account already.',
    { text: 'Sign in', address },
    `Nothing was changed. ${IGNORE}`,
  );

/** Notice to the address before, so that nobody's account is taken unnoticed. */
export const addressChangedMail = (email: string, address: string): AccountMail =>
  mailOf(
    'Your Loupe e-mail address was changed',
    `Your Loupe account signs in with ${email} from now on, no longer with this address.`,
    { text: 'If this was not you, undo it', address },
    'The link works once, for 7 days. It signs out all devices and mails you a link to set a new password.',
  );
