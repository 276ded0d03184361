/** The texts of this plugin on screen, by the file that shows them. */
export const messages = {
  requestButton: {
    requestTasks: 'Request tasks',
    anyCategory: 'Any category',
    thisProjectHasNoCategoriesYet: 'This project has no categories yet.',
    left: (left: string) => `${left} left`,
    youArePausedInThisProject: 'You are paused in this project.',
  },
  taskRequests: {
    yourWorkMustBeSaved: 'Your work must be saved before you can request tasks.',
    youHaveANewTask: 'You have a new task.',
    youHaveCountNewTasks: (count: number) => `You have ${count} new tasks.`,
  },
};
