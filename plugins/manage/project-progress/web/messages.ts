/** The texts of this plugin on screen, by the file that shows them. */
export const messages = {
  cardPanel: {
    countReturned: (count: string) => `${count} returned`,
    noItemsYet: 'No items yet',
    itemsByStatus: 'Items by status',
    noItems: 'No items',
    peopleCountPeople: (peopleCount: number, names: string) =>
      `${peopleCount} ${peopleCount === 1 ? 'person' : 'people'}: ${names}`,
  },
};
