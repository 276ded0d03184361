/** Characters of a message that are kept. */
const LONGEST = 300;

/** Names of code that an engine puts in quotes: `reading 'items'`. */
const CODE_NAME = /^(?:reading|setting|property|of|export named) ['"]([\w$]{1,60})['"]$/;

/**
 * Returns a message without what people entered: quoted texts, addresses, e-mails, tokens and numbers of more than three digits become
 * placeholders. What is left is the same for each occurrence of an error, so that it also identifies the group.
 */
export function cleanMessage(message: string): string {
  const [line = ''] = message.trim().split('\n');
  return line
    .replaceAll(/\b[a-z][a-z+.-]*:\/\/[^\s"'“”)]+/gi, '<address>')
    .replaceAll(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '<e-mail>')
    .replaceAll(/(?:\b(?:reading|setting|property|of|export named) )?(?:'[^']*'|"[^"]*"|“[^”]*”|`[^`]*`)/g, text =>
      CODE_NAME.test(text) ? text : text.replace(/['"“`].*$/, '<text>'),
    )
    .replaceAll(/\b(?=\w*\d)[\w-]{16,}\b/g, '<id>')
    .replaceAll(/\d{4,}/g, '<number>')
    .slice(0, LONGEST);
}
