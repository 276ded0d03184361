/** The texts of this part on screen, by the file that shows them; `shared` are those of several. */
export const messages = { sourceController: { source: 'Source' } };
