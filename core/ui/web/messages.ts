/** The texts of this area on screen, by the file that shows them; `shared` are those of several. */
export const messages = {
  shared: { cancel: 'Cancel', close: 'Close' },
  columnChooser: {
    columns: 'Columns',
    shownColumns: 'Shown columns',
    hidden: 'Hidden',
    hiddenColumns: 'Hidden columns',
    standardColumns: 'Standard columns',
  },
  dialogs: { typeTypedToGoOn: (typed: string) => `Type “${typed}” to go on` },
  errorPanel: {
    youDontHaveAccessToThis: 'You don’t have access to this',
    notHere: 'Not here',
    somethingWentWrong: 'Something went wrong',
    tryAgain: 'Try again',
    somethingWentWrong2: 'Something went wrong.',
  },
  leaveQuestion: {
    unsavedChanges: 'Unsaved changes',
    yourChangesOnThisPage: 'Your changes on this page are not saved. Leave without them?',
    leave: 'Leave',
  },
  offerClipboard: { notAllowed: 'The browser does not let this page copy.' },
  pages: { first: 'First page', previous: 'Previous page', next: 'Next page', last: 'Last page' },
  pageTitle: { product: 'Loupe' },
  progressToast: { progress: 'Progress' },
  refreshedPage: { refresh: 'Refresh' },
  reorder: {
    moveName: (name: string, count: number, count2: number) =>
      `Move ${name}: place ${count} of ${count2}, arrow keys move it`,
  },
  rowMenu: { actionsOf: (of: string) => `Actions of ${of}` },
  savedMark: { saved: 'Saved.' },
  searchBox: { search: 'Search', clear: 'Clear' },
  selectionBar: { clearSelection: 'Clear selection', clearSelectionEsc: 'Clear selection  Esc' },
  toast: { undo: 'Undo' },
};
