/** The texts of this area on screen, by the file that shows them. */
export const messages = {
  authFrame: { cantLoadAuthFrame: "Can't load auth frame", somethingWentWrong: 'Something went wrong.' },
  frame: {
    frameHasNoActionName: (name: string) => `The frame has no action "${name}"`,
    pleaseSignInAgain: 'Please sign in again.',
    noConnectionToTheServer: 'No connection to the server.',
  },
};
