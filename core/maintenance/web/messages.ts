/** The texts of this area on screen, by the file that shows them. */
export const messages = {
  maintenancePage: {
    title: 'Down for maintenance',
    unsaved: 'What you have not saved stays in this tab. Leave it open.',
    back: 'You will be taken back as soon as it is over.',
    plannedEnd: (time: string) => `Planned end: ${time}`,
    timeLeft: (time: string) => `${time} left`,
    overdue: 'It takes longer than planned.',
    statusPage: 'Status page',
    checkAgain: 'Check again',
  },
  maintenanceBar: {
    label: 'Maintenance',
    planned: (from: string) => `Maintenance planned from ${from}`,
    plannedUntil: (from: string, to: string) => `Maintenance planned from ${from} to ${to}`,
    readOnly: 'Maintenance: you can look at everything, but changes are not saved',
    readOnlyUntil: (to: string) => `Maintenance until ${to}: you can look at everything, but changes are not saved`,
    administratorsOnly: 'Maintenance is on. Only administrators of this installation can work.',
    hide: 'Hide',
    statusPage: 'Status page',
  },
};
