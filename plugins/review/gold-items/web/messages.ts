/** The texts of this plugin on screen, by the file that shows them. */
export const messages = {
  shared: {
    missed: 'Missed',
    extra: 'Extra',
    accuracy: 'Accuracy',
    markAsGold: 'Mark as gold',
    removeMark: 'Remove gold mark',
    percent: (share: number | null | undefined) =>
      share === null || share === undefined ? '–' : `${Math.round(share * 100)} %`,
  },
  goldClient: {
    marked: (count: number) => (count === 1 ? '1 item is gold' : `${count.toLocaleString('en')} items are gold`),
    markedNotMarked: (marked: number, refused: number, reasons: string) =>
      `${marked.toLocaleString('en')} marked as gold, ${refused.toLocaleString('en')} not: ${reasons}`,
    removed: (count: number) =>
      count === 1 ? 'Gold mark of 1 item removed' : `Gold marks of ${count.toLocaleString('en')} items removed`,
    tooMany: (most: number) => `Select at most ${most.toLocaleString('en')} items.`,
  },
  goldPage: {
    goldItems: 'Gold items',
    share: 'Share of gold items',
    shareHint:
      'Percent of the tasks of each annotator that are copies of gold items. Copies look like any other task. 0 gives none.',
    threshold: 'Notify managers below',
    thresholdHint:
      'Percent. Project admins get a notification when the mean accuracy of an annotator’s last 5 gold items falls below this. Leave it empty to notify nobody.',
    givenFields: 'Fields shown with their values',
    givenFieldsHint:
      'Copies hold the values of these fields, such as the prompt. All other fields are empty in copies, and the answers to them are compared.',
    noneGiven: 'None',
    save: 'Save',
    accuracyByPerson: 'Accuracy by annotator',
    accuracyHint:
      'Mean similarity of all objects; objects that are missed or extra count as 0. The first submission of each copy counts.',
    person: 'Annotator',
    submitted: 'Submitted',
    open: 'Open',
    comparisons: 'Compared items',
    filtered: (what: string) => `Only ${what}`,
    showAll: 'Show all',
    item: 'Item',
    reference: 'Gold item',
    date: 'Submitted',
    newestOnly: (most: number) => `The newest ${most.toLocaleString('en')} comparisons.`,
    given: 'Copies given',
    noGold: 'No gold items yet. Select completed items on Data and choose More › Mark as gold.',
    toData: 'Open data',
    noComparison: 'Nobody has submitted a copy of a gold item yet.',
    remove: (name: string) => `Remove gold mark of ${name}`,
    details: (items: number, missed: number, extra: number) =>
      `${items.toLocaleString('en')} ${items === 1 ? 'item' : 'items'}, ${missed.toLocaleString('en')} missed, ${extra.toLocaleString('en')} extra`,
  },
  goldPanel: {
    isGold: 'This item is gold. Annotators get copies of it among their tasks.',
    canBeGold: 'Gold items are reference answers: annotators get copies among their tasks, and their work is compared.',
    copyOf: (person: string) => `Copy for ${person} of the gold item`,
    notSubmitted: 'Not submitted yet. The work is compared when the annotator submits it.',
    nothing: 'Neither has objects.',
    similar: (percent: string) => `${percent} similar`,
    overview: 'Accuracy of all annotators',
    referenceDrawn: 'Objects of the gold item that were missed are drawn over the picture with dashes.',
    differences: 'Differences',
  },
  goldOutlines: {
    missed: (count: number) =>
      count === 1
        ? '1 missed object of the gold item'
        : `${count.toLocaleString('en')} missed objects of the gold item`,
  },
};
