/** The texts of this area on screen, by the file that shows them. */
export const messages = {
  authFrame: { cantLoadAuthFrame: "Can't load auth frame", somethingWentWrong: 'Something went wrong.' },
  frame: {
    frameHasNoActionName: (name: string) => `The frame has no action "${name}"`,
    pleaseSignInAgain: 'Please sign in again.',
    noConnectionToTheServer: 'No connection to the server.',
  },
  passkeyCeremonies: {
    noneUsed: 'No passkey was used. Try again, or use your password.',
    noneAdded: 'No passkey was added. Try again.',
    exists: 'This device already has a passkey of yours. Add one on another device.',
  },
};
