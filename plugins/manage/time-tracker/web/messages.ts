/** The texts of this plugin on screen, by the file that shows them. */
export const messages = {
  clockPanel: {
    running: 'Running',
    standingNothingWasDone: 'Paused after 1 minute of inactivity',
    stopped: 'Stopped',
    timeOnThisItemToday: (clockText: string, lowerCase: string) =>
      `Time on this item today: ${clockText}, ${lowerCase}`,
    thisItem: 'This item, today',
    thisProject: 'This project, today',
    whatWasCountedIsKept: ' What was counted is kept on this computer until the server has it.',
  },
};
