/** The texts of this area on screen, by the file that shows them. */
export const messages = { transport: { noConnectionToTheServer: 'No connection to the server.' } };
