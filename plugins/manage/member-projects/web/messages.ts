/** The texts of this plugin on screen, by the file that shows them. */
export const messages = {
  memberPanel: {
    teamAdminsSeeTheProjects: 'Team admins see the projects of others.',
    adminsSeeEveryProject: 'Admins see every project; nothing is shared with them by name.',
    inNoProjectYet: 'In no project yet. Share one with them in its setup.',
    item: 'item',
    items: 'items',
    paused: 'Paused',
    pausedInName: (name: string) => `Paused in ${name}`,
    peopleWhoArePausedKeep: 'People who are paused keep their items and get no new ones.',
  },
  memberWork: {
    projects: 'Projects',
    items: 'Items',
    pausedIn: 'Paused in',
    project: 'project',
    placeInProjects: 'place in projects',
    ofProjects: 'projects',
    placesInProjects: 'places in projects',
    andAreTakenFromThem: (places: string, assignedItems: string) =>
      `${places} and ${assignedItems} are taken from them.`,
    assignedItem: 'assigned item',
    assignedItems: 'assigned items',
  },
  pauseButton: {
    pauseInAllProjects: 'Pause in all projects',
    whoKeepTheItems: (who: string, count: number) =>
      `${who} keep${count === 1 ? 's' : ''} the items at hand and get${count === 1 ? 's' : ''} no new ones in any project.`,
    pause: 'Pause',
    whoAreInNoProject: (who: string, count: number) => `${who} ${count === 1 ? 'is' : 'are'} in no project.`,
    resume: 'Resume',
    countPeople: (count: number) => `${count} people`,
    inResumedPlacesNotIn: (paused: boolean, done: number, failed: number) =>
      `${paused ? 'Paused' : 'Resumed'} in ${done} ${done === 1 ? 'place' : 'places'}${failed === 0 ? '' : `; not in ${failed}`}.`,
  },
};
