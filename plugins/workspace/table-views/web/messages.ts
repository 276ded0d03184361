/** The texts of this plugin on screen, by the file that shows them. */
export const messages = {
  viewDialog: {
    save: 'Save',
    name: 'Name',
    viewWithThisName: 'A view with this name is here already.',
    forTheWholeTeam: 'For the whole team',
  },
  viewsMenu: {
    viewNameDeleted: (name: string) => `View “${name}” deleted.`,
    nameChanged: (name: string) => `${name}, changed`,
    views: 'Views',
    viewsCouldNotBeRead: 'The views could not be read. Try again',
    readingViews: 'Reading views…',
    noViewsYet: 'No views yet. A view keeps columns, order and filters.',
    team: 'Team',
    mine: 'Mine',
    viewNameSaved: (name: string) => `View “${name}” saved.`,
    saveChanges: 'Save changes',
    saveAsNewView: 'Save as new view…',
    rename: 'Rename…',
    doNotBeginWithIt: 'Don’t use as default',
    beginWithIt: 'Set as default for everyone',
    beginWithIt2: 'Set as default',
    delete: 'Delete',
    saveAsNewView2: 'Save as new view',
    renameView: 'Rename view',
  },
};
