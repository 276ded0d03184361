/** The texts of this plugin on screen, by the file that shows them; `shared` are those of several. */
export const messages = {
  shared: { addField: 'Add field', name: 'Name', type: 'Type' },
  fieldDialog: {
    nameIsAdded: (name: string) => `“${name}” is added.`,
    minimum: 'Minimum',
    none: 'None',
    maximum: 'Maximum',
    allowedValues: 'Allowed values',
    onePerLine: 'One per line; leave empty for any value',
  },
  fieldsPage: {
    itemFields: 'Item fields',
    noItemHasAValue: 'No item has a value in it.',
    deleteName: (name: string) => `Delete “${name}”?`,
    deleteField: 'Delete field',
    nameIsDeleted: (name: string) => `“${name}” is deleted.`,
    noFieldsYet:
      'No fields yet. Fields hold what you know about an item, e.g. the day it was taken, and find items by it.',
    upToFields: (mostFields: number) =>
      `Up to ${mostFields} fields. A field cannot be changed: delete it and add it again.`,
    allowed: 'Allowed',
    itemsWithValue: 'Items with value',
    actions: 'Actions',
    delete: 'Delete',
    deleteName2: (name: string) => `Delete ${name}`,
    thisCannotBeUndone: (items: number) =>
      `${items.toLocaleString('en')} ${items === 1 ? 'item loses its value' : 'items lose their value'}. This cannot be undone.`,
  },
  metadataDialog: {
    fieldsOfThings: (things: string) => `Item fields of ${things}`,
    thisProjectHasNoFields: 'This project has no item fields yet.',
    openItemFields: 'Open item fields',
    emptyField: 'Empty field',
    setValue: 'Set value',
    field: 'Field',
    chooseAField: 'Choose a field',
    noSuchField: 'No such field',
    thisDoesNotFitTheField: 'This does not fit the field.',
    mustBeLimitsText: (limitsText: string) => `Must be ${limitsText}.`,
    value: 'Value',
    emptyTakesAwayWhatStands: 'An empty value clears the field.',
    empty: 'Empty',
  },
};
