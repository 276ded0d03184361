/** Characters of a message that are read, and those that are kept. */
const READ = 2_000;
const LONGEST = 300;

/**
 * Quoted texts, with the word before them. One may go on in another line, and an apostrophe inside of a word quotes
 * nothing.
 */
const QUOTED =
  /(?:\b(?:reading|setting|property|of|export named) )?(?:(?<!\w)'.*?(?:'(?!\w)|$)|"[^"]*(?:"|$)|“[^”]*(?:”|$)|`[^`]*(?:`|$))/g;

/** Names of code that an engine puts in quotes: `reading 'items'`. */
const CODE_NAME = /^(?:reading|setting|property|of|export named) ['"]([\w$]{1,60})['"]$/;

/**
 * Returns a message without what people entered: quoted texts, addresses, e-mails, tokens and numbers of more than
 * three digits become placeholders. Only the first line is kept. What is left is the same for each occurrence of an
 * error, so that it also identifies the group.
 */
export function cleanMessage(message: string): string {
  const [line = ''] = message.trim().slice(0, READ).split('\n');
  return line
    .replace(/(?:\.\.\.)?".*"(?:\.\.\.)? is not valid JSON$/, '<text> is not valid JSON')
    .replaceAll(/\b[a-z][a-z+.-]*:\/\/[^\s"'“”)]+/gi, '<address>')
    .replaceAll(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '<e-mail>')
    .replaceAll(QUOTED, text => (CODE_NAME.test(text) ? text : text.replace(/['"“`].*$/, '<text>')))
    .replaceAll(/\b(?=\w*\d)[\w-]{16,}\b/g, '<id>')
    .replaceAll(/\d{4,}/g, '<number>')
    .slice(0, LONGEST);
}
