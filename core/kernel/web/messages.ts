/** The texts of this area on screen, by the file that shows them. */
export const messages = {
  jobProgress: {
    itFailed: 'It failed.',
    progress: 'Progress',
    waitingToBegin: 'Waiting to begin…',
    working: 'Working…',
    stopping: 'Stopping…',
    stop: 'Stop',
    youCanCloseThis: 'You can close this; it goes on, and the jobs menu at the top shows it.',
    doneOf: (done: string, total: string) => `${done} of ${total}`,
  },
};
