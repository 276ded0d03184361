/** The texts of this plugin on screen, by the file that shows them. */
export const messages = {
  page: {
    intro: 'Rules for everybody who works in the teams of your organization. Changes take effect at once.',
    secondStep: 'Require a second step',
    secondStepHelp:
      'People sign in with an authenticator app, a text message, a passkey or single sign-on. People without any are asked to set one up first.',
    without: (without: number, all: number) =>
      without === 0
        ? 'Everybody has set up a second step or a passkey.'
        : `${without} of ${all} ${all === 1 ? 'person has' : 'people have'} set up neither a second step nor a passkey.`,
    bounds: (min: number, max: number) => `Enter a number from ${min} to ${max}, or leave the field empty.`,
    session: 'Maximum session length, in hours',
    sessionHelp: 'People sign in again after that. Leave it empty to keep them signed in while they work.',
    networks: 'Allowed networks',
    networksHelp: (address: string) =>
      `One per line, such as 203.0.113.0/24. Tokens are bound to them too. Leave it empty to allow all. Your address is ${address}.`,
    password: 'Minimum length of new passwords, in characters',
    passwordHelp:
      'Applies to passwords that are set from now on. Leave it empty for the 10 characters of this installation.',
    operator: 'Administrators of this installation are not bound by these rules, so that they can help you.',
    save: 'Save',
    saved: 'Policy saved',
  },
};
