/** The texts of this plugin on screen, by the file that shows them. */
export const messages = {
  itemLinksPanel: { noLinksYet: 'The team has no links yet.' },
  linksPage: {
    addLink: 'Add link',
    pageTitle: 'Team links',
    noLinksYet: 'No links yet.',
    remove: 'Remove',
    add: 'Add',
    title: 'Title',
    address: 'Address',
  },
};
