/** The texts of this plugin on screen, by the file that shows them. */
export const messages = {
  waitingPanel: {
    waitingFor: 'Waiting for',
    loading: 'Loading what waits',
    nothingWaits: 'Nothing waits for anybody.',
    person: 'Person',
    returned: 'Returned',
    untouched: 'Not started',
    inProgress: 'In progress',
    openComments: 'Open comments',
    longest: 'Waiting longest since',
    nobody: 'Nobody assigned',
    itemsOf: (column: string, items: number, person: string) => `${column}, ${person}: ${items}`,
  },
  myWorkPage: {
    myWork: 'My work',
    loadingYourWork: 'Loading your work',
    youDontAnnotateOrReview: 'You don’t annotate or review in any project yet. Ask a project admin for tasks.',
    openProjects: 'Open projects',
    projects: 'Projects',
    youArePausedInThisProject: 'You are paused in this project.',
    allDone: 'All done. You can request more tasks.',
    allDoneNew: 'All done. New tasks show here when they are assigned to you.',
  },
};
