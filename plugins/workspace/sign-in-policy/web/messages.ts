/** The texts of this plugin on screen, by the file that shows them. */
export const messages = {
  page: {
    intro:
      'What your organization asks of the people who work in its teams, however they sign in. A change holds at once.',
    secondStep: 'Require a second step',
    secondStepHelp:
      'People sign in with an authenticator app, a passkey or single sign-on. Who has none is led to the page that sets one up.',
    without: (without: number, all: number) =>
      without === 0
        ? 'Everybody has an authenticator app or a passkey.'
        : `${without} of ${all} ${all === 1 ? 'person has' : 'people have'} neither an authenticator app nor a passkey.`,
    session: 'Longest session, in hours',
    sessionHelp: 'After that people sign in again. Leave it empty to keep them signed in while they work.',
    networks: 'Allowed networks',
    networksHelp: (address: string) =>
      `One a line, such as 203.0.113.0/24, also for tokens. Empty allows all. Your own address is ${address}.`,
    password: 'Shortest new password, in characters',
    passwordHelp: 'Holds when a password is set the next time. Empty is the rule of this installation: 10 characters.',
    operator: 'Administrators of this installation are not bound by these rules, so that they can help you.',
    save: 'Save',
    saved: 'Policy saved',
  },
};
