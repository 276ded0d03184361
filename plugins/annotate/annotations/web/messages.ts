/** The texts of this plugin on screen, by the file that shows them. */
export const messages = {
  demandText: {
    subjectAreRequiredNow: (subject: string, count: number, things: string, items: number, className: string) =>
      `${subject} ${count === 1 ? 'is' : 'are'} required now. ${things} ${items === 1 ? 'has' : 'have'} an object of class ${className} without a value.`,
    namesAnd: (names: string, at: string) => `${names} and ${at}`,
    allCompleted: (items: number) => (items === 1 ? 'It is completed.' : 'All of them are completed.'),
    someCompleted: (completed: number, count: string) =>
      `${count} of them ${completed === 1 ? 'is' : 'are'} completed.`,
  },
  existingItemsDialog: {
    itemsAnnotatedBefore: 'Items annotated before',
    sendThingsBack: (things: string) => `Send ${things} back`,
    leaveThem: 'Leave them',
    close: 'Close',
    showTheseItems: 'Show these items',
    whatShallHappenToThem: 'What shall happen to them?',
    demandTheValueOnly: 'Demand the value only from now on',
    itemsStayInTheirStatus:
      'Items stay in their status. The value is asked for when somebody completes an item the next time.',
    sendThingsBackTo: (things: string) => `Send ${things} back to be worked on`,
    onlyCompletedItemsAreMoved: 'Only completed items are moved. You can undo this.',
    noneOfThemIsCompleted: 'None of them is completed: the value is asked for when somebody completes them.',
    theyStayInTheirStatus:
      'They stay in their status. Someone who may set the status of items can send completed ones back.',
    toTheStatus: 'To the status',
  },
  missingValues: { valueMissingIn: 'Value missing in' },
  plugin: { hasAnnotations: 'Has annotations', openComments: 'Open comments' },
};
