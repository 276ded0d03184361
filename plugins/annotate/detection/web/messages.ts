/** The texts of this plugin on screen, by the file that shows them; `shared` are those of several. */
export const messages = {
  changeVerb: { givenPredictions: 'given predictions', leftWithoutThem: 'left without them again' },
  labelTable: {
    labels: 'Labels of the model',
    label: 'Label',
    class: 'Class',
    classOfLabel: (label: string) => `Class for ${label}`,
    leftOut: 'Left out',
    newClass: (label: string) => `New class “${label}”`,
    classesOfTheProject: 'Classes of the project',
    findLabel: 'Find a label',
    noSuchLabel: 'No label has this in its name.',
  },
  runDialog: {
    runOn: (items: string) => `Run model on ${items}`,
    run: 'Run',
    model: (name: string) => `${name} looks for objects and draws their boxes, as predictions to be checked.`,
    minimumConfidence: 'Minimum confidence',
    percent: (value: number) => `${value} %`,
    replaceEarlier: 'Replace earlier predictions',
    whatStays: 'What people drew, changed or locked stays.',
    chooseAClass: 'Choose a class for at least one label.',
    notConnected: 'No detector is connected any more.',
  },
};
