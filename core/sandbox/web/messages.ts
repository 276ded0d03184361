/** The texts of this area on screen, by the file that shows them. */
export const messages = {
  bundleFiles: { thereIsNoFileEntry: (entry: string) => `There is no file ${entry} to begin with.` },
  bundler: {
    compilerStopped: (reason: string) => `The compiler stopped: ${reason}. Try again.`,
    itTookLongerThanS: (buildms: number) => `it took longer than ${buildms} s`,
    itWasClosed: 'it was closed',
    itCouldNotBeLoaded: 'it could not be loaded',
  },
  guestFiles: {
    thereIsNoFileName: (name: string) => `There is no file ${name}.`,
    onlyOwnFiles: 'Only own files, such as "./part.ts", can be.',
    whatCanBe: (allowed: string) => `What can be: ${allowed}, and own files, such as "./part.ts".`,
    pathCannotBeImportedHere: (path: string, cure: string) => `"${path}" cannot be imported here. ${cure}`,
    thereIsNoFilePath: (path: string) => `There is no file ${path}.`,
    pathIsOfAKind: (path: string, name: string) =>
      `${path} is of a kind that cannot be imported. What can be: ${name}.`,
  },
  runningSandbox: {
    codeSentMessagesFaster: 'The code sent messages faster than they could be handled, so it was stopped.',
    sandboxDidNotStart: 'The sandbox did not start. Check the connection, and try again.',
    sandboxWasStoppedBefore: 'The sandbox was stopped before its code began.',
    codeGaveNoSignOfLife: 'The code gave no sign of life, so it was stopped.',
    codeLeftItsFrame: 'The code left its frame, so it was stopped.',
    codeFailedAsItBegan: 'The code failed as it began.',
    codeSentMessages: 'The code sent messages to the page around it, so it was stopped.',
  },
};
