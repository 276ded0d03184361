/** The texts of this plugin on screen, by the file that shows them. */
export const messages = {
  pages: { title: 'Audit log' },
  auditLog: {
    entries: 'Entries',
    search: 'Search actions, people and details',
    from: 'From',
    until: 'To',
    outcome: 'Outcome',
    any: 'Any outcome',
    done: 'Done',
    denied: 'Denied',
    failed: 'Failed',
    clear: 'Clear filters',
    exportFile: 'Export',
    csv: 'CSV',
    jsonLines: 'JSON lines',
    check: 'Check for changes',
    unchanged: (entries: number) =>
      entries === 1
        ? '1 entry checked: nothing was changed.'
        : `${entries.toLocaleString('en')} entries checked: nothing was changed.`,
    changed: 'The audit log was changed outside Loupe',
    problem: (organization: number, number: number, reason: string) =>
      organization === 0
        ? `Installation, entry ${number}: ${reason}`
        : `Organization ${organization}, entry ${number}: ${reason}`,
    empty: 'Nothing is recorded yet. Changes appear here as people make them.',
    nothingMatches: 'No entry matches these filters.',
    time: 'Time',
    by: 'Who',
    action: 'Action',
    details: 'Details',
    byToken: 'by a token',
    byJob: 'automatic',
    nobody: 'Not signed in',
    fileName: 'audit-log',
  },
};
